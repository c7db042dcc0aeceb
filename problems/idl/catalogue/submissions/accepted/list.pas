unit catalogue;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

procedure add(book: Book);
function titles(author: AnsiString; out count: LongInt): TAnsiStringArray;
function oldest(): Book;
function remove(author: AnsiString): LongInt;

implementation

var
  books: TBookArray;

procedure add(book: Book);
begin
  SetLength(books, Length(books) + 1);
  books[High(books)] := book;
end;

function before(const one, other: SandglassTypes.Book): Boolean;
begin
  if one.year <> other.year then before := one.year < other.year
  else before := one.title < other.title;
end;

function titles(author: AnsiString; out count: LongInt): TAnsiStringArray;
var
  found: TBookArray;
  i, j: LongInt;
  one: SandglassTypes.Book;
begin
  count := 0;
  found := nil;
  SetLength(found, Length(books));
  for i := 0 to High(books) do
    if books[i].author = author then
    begin
      one := books[i];
      j := count;
      while (j > 0) and before(one, found[j - 1]) do
      begin
        found[j] := found[j - 1];
        j := j - 1;
      end;
      found[j] := one;
      count := count + 1;
    end;
  Result := nil;
  SetLength(Result, count);
  for i := 0 to count - 1 do
    Result[i] := found[i].title;
end;

function oldest(): Book;
var
  i: LongInt;
begin
  Result := books[0];
  for i := 1 to High(books) do
    if books[i].year < Result.year then
      Result := books[i];
end;

function remove(author: AnsiString): LongInt;
var
  i, kept: LongInt;
begin
  kept := 0;
  for i := 0 to High(books) do
    if books[i].author <> author then
    begin
      books[kept] := books[i];
      kept := kept + 1;
    end;
  remove := Length(books) - kept;
  SetLength(books, kept);
end;

end.
