unit Main;

{$mode objfpc}{$H+}

interface

procedure early;
procedure tell(x: LongInt);
function ask(n: LongInt; v: array of LongInt): LongInt;
procedure Run;

implementation

uses BaseUnix, task;

var
  before: LongInt = 0;

procedure early;
begin
  Inc(before);
end;

procedure tell(x: LongInt);
begin
  if x = 9 then
  begin
    WriteLn('told');
    Halt(0);
  end;
  if x = 8 then
    fpKill(fpGetPid, SIGABRT);
end;

function ask(n: LongInt; v: array of LongInt): LongInt;
begin
  Result := 0;
  if n > 0 then
    Result := v[0];
end;

procedure Run;
var
  n, answer: LongInt;
begin
  ReadLn(n);
  case n of
    22: fpKill(fpGetPid, SIGABRT);
    23: Halt(5);
    24: leave;
    25: WriteLn(some(3)[0]);
  end;
  answer := work(n);
  WriteLn(answer, ' ', before);
end;

end.
