{ Goes straight on until there is a wall, then turns to the right, for ever as many steps as there are fields. }
unit maze;

interface

procedure run;

implementation

uses SandglassTypes, Main;

procedure run;
var
  i, direction: LongInt;
begin
  direction := NORTH;
  for i := 1 to 10000 do
    if not step(direction) then direction := (direction + 1) mod 4;
end;

end.
