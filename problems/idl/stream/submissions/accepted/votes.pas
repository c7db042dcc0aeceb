unit stream;

interface

procedure hear(n: LongInt; const numbers: array of Int64);
function most(): Int64;

implementation

var
  candidate, votes: Int64;

{ Numbers that differ cancel each other; the most common one is left. }
procedure hear(n: LongInt; const numbers: array of Int64);
var
  i: LongInt;
begin
  for i := 0 to n - 1 do
  begin
    if votes = 0 then candidate := numbers[i];
    if numbers[i] = candidate then votes := votes + 1
    else votes := votes - 1;
  end;
end;

function most(): Int64;
begin
  most := candidate;
end;

end.
