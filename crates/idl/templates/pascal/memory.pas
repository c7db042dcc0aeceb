function HasPosted(const Way: SandglassWay): Boolean;
begin
  Result := LEtoN(Way.Other^.Posted) <> Way.Seen;
  ReadBarrier;
end;

{ Passes the turn with so many bytes in the outgoing area. }
procedure Post(var Way: SandglassWay; Bytes: SizeInt);
begin
  Way.Own^.Bytes := NtoLE(LongWord(Bytes));
  Inc(Way.Posted);
  Way.Holding := False;
  WriteBarrier;
  Way.Own^.Posted := NtoLE(Way.Posted);
  { Whoever is about to sleep says so and looks again; this looks after it has posted. So either the other
    side sees what was posted, or this side sees that it sleeps. }
  ReadWriteBarrier;
  if Way.Other^.Asleep <> 0 then
    { A full pipe wakes as well, and who is gone need not be woken. }
    fpWrite(Way.Output, PAnsiChar(#0), 1);
end;

{ Waits for the pipe to say something: what the other side posted, or that it is gone. }
function Sleep(var Way: SandglassWay): Boolean;
var
  Said: array[0..511] of Byte;
  Got: TSsize;
begin
  Way.Own^.Asleep := NtoLE(LongWord(1));
  ReadWriteBarrier;
  while not HasPosted(Way) do
  begin
    Got := fpRead(Way.Input, PAnsiChar(@Said[0]), SizeOf(Said));
    if (Got = 0) or (Got < 0) and (fpGetErrno <> ESysEINTR) then
      Break;
  end;
  Way.Own^.Asleep := 0;
  Result := HasPosted(Way);
end;

function AwaitPost(var Way: SandglassWay): Boolean;
var
  I: LongInt;
  Till: Int64;
begin
  if HasPosted(Way) then
    Exit(True);
  if Way.Yields > 0 then
  begin
    for I := 1 to Way.Yields do
    begin
      LetOthersGo;
      if HasPosted(Way) then
      begin
        if Way.Yields < MostYields then
          Way.Yields := 2 * Way.Yields;
        Exit(True);
      end;
    end;
    { Where the other side is busy, or the kernel does not let it go first, it is in vain. }
    if Way.Yields > 1 then
      Way.Yields := Way.Yields div 2;
  end;
  if Way.Spins then
  begin
    Till := SandglassNanoseconds + SandglassLooking;
    repeat
      for I := 1 to 64 do
        if HasPosted(Way) then
          Exit(True);
    until SandglassNanoseconds > Till;
  end;
  Result := Sleep(Way);
end;

{ Waits for the turn. What the other side posted is read once; it may be anything. }
function AwaitPart(var Way: SandglassWay): Boolean;
var
  Posted, Bytes: LongWord;
begin
  if not AwaitPost(Way) then
    Exit(False);
  Posted := LEtoN(Way.Other^.Posted);
  ReadBarrier;
  Bytes := LEtoN(Way.Other^.Bytes);
  if (Posted <> LongWord(Way.Seen + 1)) or (Bytes > Way.Area) then
  begin
    Way.Broken := True;
    Exit(False);
  end;
  Way.Seen := Posted;
  Way.Holding := True;
  Way.At := 0;
  Way.Ending := Bytes;
  Result := True;
end;

