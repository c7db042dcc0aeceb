unit Main;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function ask(n: LongInt; v: TLongIntArray; p: Pair): LongInt;
procedure Run;

implementation

uses task;

function ask(n: LongInt; v: TLongIntArray; p: Pair): LongInt;
var
  i: LongInt;
begin
  Result := p.a + Length(p.b);
  for i := 0 to n - 1 do
    Inc(Result, v[i]);
  Result := Result mod 10;
end;

procedure Run;
var
  seed, turn, n, i, total: LongInt;
  s: AnsiString;
  pairs: TPairArray;
  flags: TBooleanMatrix;
  r: TLongIntArray;
begin
  ReadLn(seed);
  for turn := 1 to 3 do
  begin
    r := work(seed, n, s, pairs, flags);
    total := Length(s) + pairs[1].a;
    for i := 0 to n - 1 do
      Inc(total, r[i] + Ord(flags[i][1]));
    WriteLn(total);
  end;
end;

end.
