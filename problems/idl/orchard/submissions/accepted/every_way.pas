unit orchard;

{$mode objfpc}

interface

procedure arrive(trees: LongInt);
procedure visit(tree: LongInt);
function best(): Int64;

implementation

uses Main;

var
  count: LongInt;
  sum: Int64;

procedure arrive(trees: LongInt);
begin
  count := trees;
end;

procedure visit(tree: LongInt);
begin
  sum := sum + apples(tree);
end;

function best(): Int64;
var
  tree: LongInt;
begin
  Result := 0;
  for tree := 0 to count - 1 do
  begin
    sum := 0;
    walk(tree);
    if sum > Result then Result := sum;
  end;
end;

end.
