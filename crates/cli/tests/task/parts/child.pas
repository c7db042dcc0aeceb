unit task;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function next(n: LongInt; v: TLongIntArray): TLongIntArray;

implementation

function next(n: LongInt; v: TLongIntArray): TLongIntArray;
var
  i: LongInt;
begin
  Result := nil;
  SetLength(Result, n);
  for i := 0 to n - 1 do
    Result[i] := v[i] + 1;
end;

end.
