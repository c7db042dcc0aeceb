unit Main;

{$mode objfpc}{$H+}

interface

procedure Run;

implementation

uses SandglassTypes, task;

procedure Run;
const
  Lengths: array[0..7] of LongInt = (0, 1, 65530, 65531, 65532, 65533, 131072, 300000);
var
  n, i: LongInt;
  v, r: TLongIntArray;
begin
  for n in Lengths do
  begin
    v := nil;
    SetLength(v, n);
    for i := 0 to n - 1 do
      v[i] := i * 7 + n;
    r := next(n, v);
    for i := 0 to n - 1 do
      if r[i] <> v[i] + 1 then
        Halt(9);
  end;
  WriteLn('whole');
end;

end.
