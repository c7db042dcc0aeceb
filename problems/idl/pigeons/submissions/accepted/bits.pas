unit pigeons;

interface

procedure encode(n: LongInt; message: array of LongInt);
procedure decode(n, k: LongInt; places: array of LongInt);

implementation

uses Main;

procedure encode(n: LongInt; message: array of LongInt);
var
  place: LongInt;
begin
  for place := 0 to 8 * n - 1 do
    if Odd(message[place div 8] shr (place mod 8)) then release(place);
end;

procedure decode(n, k: LongInt; places: array of LongInt);
var
  message: array of LongInt;
  i: LongInt;
begin
  SetLength(message, n);
  for i := 0 to k - 1 do
    message[places[i] div 8] := message[places[i] div 8] or (1 shl (places[i] mod 8));
  for i := 0 to n - 1 do say(message[i]);
end;

end.
