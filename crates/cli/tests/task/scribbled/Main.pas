unit Main;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function ask(n: LongInt; v: TLongIntArray; p: Pair): LongInt;
procedure Run;

implementation

uses task;

procedure Must(Fine: Boolean);
begin
  if not Fine then
    Halt(99);
end;

procedure Digit(x: LongInt);
begin
  Must((x >= 0) and (x <= 9));
end;

function ask(n: LongInt; v: TLongIntArray; p: Pair): LongInt;
var
  x: LongInt;
begin
  Digit(n);
  Digit(p.a);
  Must(Length(v) = n);
  for x in v do
    Digit(x);
  Result := Length(p.b) mod 10;
end;

procedure Run;
var
  seed, turn, n, x: LongInt;
  s: AnsiString;
  pairs: TPairArray;
  one: Pair;
  flags: TBooleanMatrix;
  r: TLongIntArray;
  b: TByteArray;
begin
  ReadLn(seed);
  for turn := 0 to 399 do
  begin
    r := work(seed, n, s, pairs, flags);
    Must((n >= 0) and (n <= 40) and (Length(s) >= 1) and (Length(s) <= 8));
    Must((Length(r) = n) and (Length(flags) = n));
    for one in pairs do
      Digit(one.a);
    for x in r do
      Must((x >= 0) and (x <= 50));
    if turn mod 50 = 0 then
    begin
      b := bulk(seed);
      Must(Length(b) = 100000);
      for x in b do
        Must(x <= 3);
    end;
  end;
  WriteLn('whole');
end;

end.
