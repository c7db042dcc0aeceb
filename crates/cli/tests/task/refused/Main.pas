unit Main;

{$mode objfpc}{$H+}

interface

procedure twice;
procedure often;
procedure others;
procedure Run;

implementation

uses task;

procedure twice;
begin
end;

procedure often;
begin
end;

procedure others;
begin
  Write('other ');
end;

procedure Run;
var
  what: LongInt;
begin
  ReadLn(what);
  work(what);
  idle;
  once;
  if what = 4 then
    once;
  WriteLn('done');
end;

end.
