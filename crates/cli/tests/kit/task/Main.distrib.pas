unit Main;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function ask(i: LongInt): LongInt;

procedure note(text: AnsiString);

procedure Run;

implementation

uses mirror;

var
  values: TLongIntArray;
  asked: LongInt;

function ask(i: LongInt): LongInt;
begin
  Inc(asked);
  Result := values[i] + 1;
  if Result > MOST then
    Result := MOST;
end;

procedure note(text: AnsiString);
begin
  WriteLn(text);
end;

procedure Run;
var
  n, i: LongInt;
  sum: Int64;
  p: Point;
begin
  Read(n);
  SetLength(values, n);
  for i := 0 to n - 1 do
    Read(values[i]);
  sum := total(n, values);
  p.x := 1;
  p.y := 2;
  p := mirror.mirror(p);
  WriteLn(sum);
  WriteLn(p.x, ' ', p.y);
  WriteLn('asked ', asked);
end;

end.
