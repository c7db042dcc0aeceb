unit task;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function f(n: LongInt; const v: TLongIntArray): LongInt;
function cpu: Int64;

implementation

uses Linux, UnixType;

function f(n: LongInt; const v: TLongIntArray): LongInt;
begin
  if n = 0 then
    Exit(0);
  Result := v[n - 1];
end;

function cpu: Int64;
var
  Time: TTimeSpec;
begin
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, @Time);
  Result := Int64(Time.tv_sec) * 1000000000 + Time.tv_nsec;
end;

end.
