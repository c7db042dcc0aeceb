unit mirror;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function total(n: LongInt; v: TLongIntArray): Int64;

function mirror(p: Point): Point;

implementation

uses Main;

function total(n: LongInt; v: TLongIntArray): Int64;
var
  i: LongInt;
begin
  Result := 0;
  for i := 0 to n - 1 do
    Result := Result + v[i];
  note('mirrored');
  Result := Result + ask(0);
end;

function mirror(p: Point): Point;
begin
  Result.x := p.y;
  Result.y := p.x;
end;

end.
