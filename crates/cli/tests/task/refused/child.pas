unit task;

{$mode objfpc}{$H+}

interface

procedure work(what: LongInt);
procedure once;

implementation

uses Main;

procedure work(what: LongInt);
var
  i: LongInt;
begin
  for i := 1 to 2 + Ord(what = 1) do
    twice;
  for i := 1 to 3 + Ord(what = 2) do
    often;
  if what = 3 then
    others;
end;

procedure once;
begin
end;

end.
