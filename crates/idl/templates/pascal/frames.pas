{ Ends everything where the other side does not pass its bytes as it should. }
procedure CheckWay(Place: LongInt; const FunctionName: AnsiString);
begin
  if Links[Place].Way.Broken then
    SandglassFail(Place, 'protocol', FunctionName, '', 'a part out of order', '');
end;

{ The peer says what is wrong: a byte, then function, parameter, value and bound, with tabs between, if it is
  honest. }
procedure HeardBye(Place: LongInt; const FunctionName: AnsiString; const Payload: SandglassBytes);
var
  Fields: array[0..3] of AnsiString;
  Line: AnsiString;
  I, Tabs: LongInt;
begin
  Line := '';
  Tabs := 0;
  for I := 0 to 3 do
    Fields[I] := '';
  for I := 1 to High(Payload) do
  begin
    if Payload[I] = 9 then
      Inc(Tabs)
    else if Tabs <= High(Fields) then
      if Payload[I] < 32 then
        Fields[Tabs] := Fields[Tabs] + ' '
      else
        Fields[Tabs] := Fields[Tabs] + AnsiChar(Payload[I]);
    if Payload[I] < 32 then
      Line := Line + ' '
    else
      Line := Line + AnsiChar(Payload[I]);
  end;
  if Tabs <> High(Fields) then
    SandglassFail(Place, 'violation', FunctionName, '', Line, '');
  if Fields[0] = '' then
    Fields[0] := FunctionName;
  SandglassFail(Place, 'violation', Fields[0], Fields[1], Fields[2], Fields[3]);
end;

{ The most bytes that a frame may have; -1 where no such frame may come. }
function Most(Place: LongInt; Kind: Byte; Number, Awaited: LongInt; MaxReturn: Int64): Int64;
begin
  Result := -1;
  if (Kind = Hello) and not IsMain and not Links[Place].Greeted then
    Result := SizeOf(Opening)
  else if Kind = Call then
  begin
    if Number >= Functions then
      SandglassFail(Place, 'refused', '', '', 'function number ' + SandglassText(Number), '');
    Result := MaxCall[Number];
  end
  else if (Kind = Reply) and (Number = Awaited) then
    Result := MaxReturn
  else if Kind = Bye then
    Result := 1024;
end;

procedure Receive(Place: LongInt; const FunctionName: AnsiString; Awaited: LongInt; MaxReturn: Int64;
  NoReturn: Boolean; out Frame: TFrame);
var
  Header: array[0..SandglassHeader - 1] of Byte;
  Got: SizeInt;
  Bytes: Int64;
begin
  OpenLink(Place);
  repeat
    Got := SandglassTake(Links[Place].Way, Header, SandglassHeader);
    CheckWay(Place, FunctionName);
    if Got < SandglassHeader then
    begin
      if (Got = 0) and NoReturn then
      begin
        if IsMain then
          SandglassReport('left'#9 + Peers[Place] + #9 + FunctionName);
        Halt(0);
      end;
      if Got > 0 then
        SandglassFail(Place, 'incomplete', FunctionName, '', '', '');
      SandglassFail(Place, 'gone', FunctionName, '', '', '');
    end;
    TurnOver(Links[Place], True);
    Bytes := LEtoN(PLongWord(@Header[0])^);
    Frame.Kind := Header[8];
    Frame.FunctionNumber := LEtoN(PWord(@Header[10])^);
    if not IsMain and not Links[Place].Greeted then
      Links[Place].Key := LEtoN(PLongWord(@Header[12])^);
    if (Header[9] <> Ord(IsMain)) or (LEtoN(PLongWord(@Header[4])^) <> Links[Place].Sequence)
      or (LEtoN(PLongWord(@Header[12])^) <> Links[Place].Key) then
      SandglassFail(Place, 'protocol', FunctionName, '', 'a frame out of order', '');
    Inc(Links[Place].Sequence);
    if Bytes > Most(Place, Frame.Kind, Frame.FunctionNumber, Awaited, MaxReturn) then
      SandglassFail(Place, 'protocol', FunctionName, '',
        'a frame of kind ' + SandglassText(Frame.Kind) + ' and ' + SandglassText(Bytes) + ' bytes', '');
    Frame.Payload := nil;
    SetLength(Frame.Payload, Bytes);
    if (Bytes > 0) and (SandglassTake(Links[Place].Way, Frame.Payload[0], Bytes) < Bytes) then
    begin
      CheckWay(Place, FunctionName);
      SandglassFail(Place, 'incomplete', FunctionName, '', '', '');
    end;
    if (Frame.Kind <> Hello) and SandglassHasRest(Links[Place].Way) then
      SandglassFail(Place, 'protocol', FunctionName, '', 'more than a frame', '');
    Inc(Links[Place].Bytes, SandglassHeader + Bytes);
    if Frame.Kind = Hello then
    begin
      if (Bytes < SizeOf(Opening)) or (CompareByte(Frame.Payload[0], Opening, SizeOf(Opening)) <> 0) then
      begin
        Links[Place].OwnTurn := True;
        SandglassFail(Place, 'mismatch', FunctionName, '', 'another version of the interface', '');
      end;
      Links[Place].Greeted := True;
    end;
  until Frame.Kind <> Hello;
  Links[Place].OwnTurn := True;
  if Frame.Kind = Bye then
  begin
    if not IsMain then
      Halt(0);
    HeardBye(Place, FunctionName, Frame.Payload);
  end;
end;

