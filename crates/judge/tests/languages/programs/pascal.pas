program all;
{$mode objfpc}
uses cthreads, sysutils, classes, sockets;

type
  TWork = class(TThread)
    sum: int64;
    procedure Execute; override;
  end;

procedure TWork.Execute;
var i: longint;
begin
  for i := 1 to 1000 do sum := sum + i;
end;

function deep(depth: int64): int64;
var room: array[0..159] of byte;
begin
  room[depth mod 160] := 1;
  if depth = 0 then deep := 0
  else deep := deep(depth - 1) + room[depth mod 160];
end;

var
  word: string;
  sum, number: int64;
  i: longint;
  workers: array[0..3] of TWork;
  zero: longint;
  p: pointer;
begin
  readln(word);
  sum := 0;
  if word = 'sum' then begin
    while not seekeof do begin
      read(number);
      sum := sum + number;
    end;
    writeln(sum);
  end else if word = 'deep' then begin
    read(number);
    writeln(deep(number));
  end else if word = 'threads' then begin
    for i := 0 to 3 do workers[i] := TWork.Create(false);
    for i := 0 to 3 do begin
      workers[i].WaitFor;
      sum := sum + workers[i].sum;
    end;
    writeln(sum);
  end else if word = 'fail' then begin
    zero := 0;
    writeln(1 div zero);
  end else if word = 'memory' then begin
    while true do begin
      getmem(p, 1 shl 20);
      fillchar(p^, 1 shl 20, 1);
    end;
  end else if word = 'loop' then begin
    while true do sum := sum + 1;
  end else if word = 'network' then begin
    if fpsocket(AF_INET, SOCK_STREAM, 0) < 0 then writeln('refused') else writeln('open');
  end;
end.
