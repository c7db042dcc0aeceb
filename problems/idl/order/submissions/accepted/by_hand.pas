unit order;

interface

uses SandglassTypes;

function next(n: LongInt; var cards: TLongIntArray): Boolean;

implementation

procedure swap(var one, other: LongInt);
var
  card: LongInt;
begin
  card := one;
  one := other;
  other := card;
end;

function next(n: LongInt; var cards: TLongIntArray): Boolean;
var
  i, j: LongInt;
begin
  i := n - 2;
  while (i >= 0) and (cards[i] >= cards[i + 1]) do i := i - 1;
  next := i >= 0;
  if i < 0 then exit;
  j := n - 1;
  while cards[j] <= cards[i] do j := j - 1;
  swap(cards[i], cards[j]);
  i := i + 1;
  j := n - 1;
  while i < j do
  begin
    swap(cards[i], cards[j]);
    i := i + 1;
    j := j - 1;
  end;
end;

end.
