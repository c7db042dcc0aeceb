{ Says why the session ends; nobody is left to hear whether it worked. }
procedure SayBye(Place: LongInt; Reason: Byte; const Text: AnsiString);
var
  Frame: SandglassBytes;
  Bytes: SizeInt;
begin
  if not Links[Place].Open or not Links[Place].OwnTurn or (IsMain and not Links[Place].Greeted) then
    Exit;
  Bytes := Length(Text);
  if Bytes > 1000 then
    Bytes := 1000;
  Frame := nil;
  SetLength(Frame, SandglassHeader + 1 + Bytes);
  Frame[SandglassHeader] := Reason;
  if Bytes > 0 then
    Move(Text[1], Frame[SandglassHeader + 1], Bytes);
  Send(Place, Bye, 0, Frame, Length(Frame));
end;

procedure SandglassFail(Place: LongInt; const Fault, FunctionName, Parameter, Value, Bound: AnsiString);
var
  Text, Peer, Fields: AnsiString;
  I: LongInt;
begin
  Peer := '';
  if Place >= 0 then
    Peer := Peers[Place];
  Text := 'sandglass: ' + Fault + ': ' + FunctionName;
  if Parameter <> '' then
    Text := Text + ', ' + Parameter;
  if Value <> '' then
    Text := Text + ' is ' + Value;
  if Bound <> '' then
    Text := Text + ', and must be ' + Bound;
  if Peer <> '' then
    Text := Text + ' (with ' + Peer + ')';
  Flush(Output);
  WriteLn(StdErr, Text);
  Flush(StdErr);
  Fields := FunctionName + #9 + Parameter + #9 + Value + #9 + Bound;
  SandglassReport('fault'#9 + Fault + #9 + Peer + #9 + Fields);
  if not IsEnding then
  begin
    IsEnding := True;
    for I := 0 to LastPeer do
      SayBye(I, 1, Fields);
  end;
  for I := Low(FaultNames) to High(FaultNames) do
    if FaultNames[I] = Fault then
      fpExit(I);
end;

{ At the end of Main. }
procedure Leave;
var
  I: LongInt;
begin
  if IsEnding or not IsMain then
    Exit;
  IsEnding := True;
  for I := 0 to LastPeer do
  begin
    SayBye(I, 0, '');
    SandglassReport('stats'#9 + Peers[I] + #9 + SandglassText(Links[I].Calls) + #9 + SandglassText(Links[I].Bytes));
    if Links[I].Open then
      SandglassReport('turns'#9 + Peers[I] + #9 + SandglassText(Links[I].Turns[False]) + #9
        + SandglassText(Links[I].Turns[True]) + #9 + SandglassText(SandglassSaid(Links[I].Way)) + #9
        + SandglassText(Links[I].Looked[True]) + #9 + SandglassText(Links[I].Looked[False]));
  end;
end;

