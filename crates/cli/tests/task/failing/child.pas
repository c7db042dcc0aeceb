unit task;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;

function work(what: LongInt): LongInt;
procedure leave;
function some(n: LongInt): TLongIntArray;

implementation

uses BaseUnix, Main;

procedure Up(const bytes: AnsiString);
begin
  fpWrite(fpOpen('/channel/up', O_WrOnly), PAnsiChar(bytes), Length(bytes));
end;

procedure SleepLong;
begin
  fpSelect(0, nil, nil, nil, 100000000);
end;

function work(what: LongInt): LongInt;
const
  Two: array[1..2] of LongInt = (1, 2);
var
  i: LongInt;
  large: array of Byte;
begin
  Result := what;
  case what of
    1: fpKill(fpGetPid, SIGABRT);
    2: Halt(0);
    3: fpExit(7);
    4: while True do;
    5: SleepLong;
    6: Result := 101;
    7: tell(10);
    8:
      begin
        for i := 0 to 63 do
          fpClose(i);
        SleepLong;
      end;
    9:
      begin
        if not Eof then
          Result := 0;
        Write('half');
        Write(StdErr, 'line');
      end;
    10: Up(StringOfChar(#7, 64));
    11: tell(9);
    12: tell(8);
    13:
      begin
        SetLength(large, 1 shl 30);
        Result := Length(large) shr 30;
      end;
    14:
      begin
        Up('abc');
        fpExit(0);
      end;
    15: raise TObject.Create;
    16: Result := ask(3, Two);
    17: Result := ask(2, Two);
  end;
end;

procedure leave;
begin
  Halt(0);
end;

function some(n: LongInt): TLongIntArray;
begin
  Result := nil;
  SetLength(Result, n - 1);
end;

initialization
  early;

end.
