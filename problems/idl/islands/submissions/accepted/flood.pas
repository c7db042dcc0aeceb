unit islands;

{$mode objfpc}

interface

uses SandglassTypes;

function survey(height: LongInt; width: LongInt; map: TAnsiCharMatrix; out count: LongInt): TIslandArray;

implementation

uses Math;

function survey(height: LongInt; width: LongInt; map: TAnsiCharMatrix; out count: LongInt): TIslandArray;
var
  y, x: LongInt;

  procedure flood(y, x: LongInt; var one: Island);
  begin
    if (y < 0) or (x < 0) or (y >= height) or (x >= width) then exit;
    if map[y][x] <> '#' then exit;
    map[y][x] := '.';
    one.fields := one.fields + 1;
    one.bottom := Max(one.bottom, y);
    one.left := Min(one.left, x);
    one.right := Max(one.right, x);
    flood(y - 1, x, one);
    flood(y, x - 1, one);
    flood(y + 1, x, one);
    flood(y, x + 1, one);
  end;

begin
  count := 0;
  Result := nil;
  for y := 0 to height - 1 do
    for x := 0 to width - 1 do
      if map[y][x] = '#' then
      begin
        SetLength(Result, count + 1);
        Result[count].fields := 0;
        Result[count].top := y;
        Result[count].bottom := y;
        Result[count].left := x;
        Result[count].right := x;
        flood(y, x, Result[count]);
        count := count + 1;
      end;
end;

end.
