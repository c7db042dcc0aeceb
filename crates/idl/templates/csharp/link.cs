    /// <summary>The other side, and where the session stands.</summary>
    internal sealed class Link
    {
        internal readonly int Place;
        internal readonly string Peer;
        internal long Calls;
        internal long Bytes;
        internal readonly long[] Counts = new long[Math.Max(1, MaxCall.Length)];
        private readonly SandglassTransport way;
        private readonly Turns turns;
        private readonly byte[] header = new byte[Header];
        private uint sequence;
        private uint key;
        private bool greeted;
        private bool ownTurn = IsMain;
        private const int LargestSpare = 1 << 20;
        private byte[] spare = new byte[256];
        private Frame parked;

        internal Link(int place)
        {
            Place = place;
            Peer = Peers[place];
            string secret = Setting("key");
            key = secret.Length == 0 ? 0 : uint.Parse(secret, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
            try
            {
                way = SandglassTransport.Open(Setting(Peer), IsMain);
                turns = new Turns(way.Spins);
            }
            catch (Exception error) when (error is IOException || error is FormatException || error is OverflowException)
            {
                throw Fail(null, "unopened", Peer, "", error.Message, "");
            }
        }

        internal string Figures()
        {
            return turns.Figures(way.Said);
        }

        /// <summary>Writes a frame, the header of which is still to be filled. All but hello pass the turn.</summary>
        private void Write(byte kind, int function, byte[] frame, int length)
        {
            Fixed(frame, 0, (ulong)(length - Header), 4);
            Fixed(frame, 4, sequence++, 4);
            frame[8] = kind;
            frame[9] = (byte)(IsMain ? 0 : 1);
            Fixed(frame, 10, (ulong)function, 2);
            Fixed(frame, 12, key, 4);
            Bytes += length;
            way.Write(frame, length);
            if (kind == Hello)
            {
                return;
            }
            if (IsMain)
            {
                turns.Over();
            }
            way.Pass();
        }

        internal void Send(byte kind, int function, Writer writer)
        {
            if (IsMain && !greeted)
            {
                byte[] first = new byte[Header + Opening.Length];
                Opening.CopyTo(first, Header);
                greeted = true;
                Write(Hello, 0, first, first.Length);
            }
            ownTurn = false;
            Write(kind, function, writer.Frame, writer.Length);
        }

        /// <summary>Says why the session ends; nobody is left to hear whether it worked.</summary>
        internal void SayBye(byte reason, string text)
        {
            if (!ownTurn || (IsMain && !greeted))
            {
                return;
            }
            byte[] words = Encoding.UTF8.GetBytes(text);
            byte[] frame = new byte[Header + 1 + Math.Min(1000, words.Length)];
            frame[Header] = reason;
            Array.Copy(words, 0, frame, Header + 1, frame.Length - Header - 1);
            Write(Bye, 0, frame, frame.Length);
        }

        /// <summary>Ends everything where the other side does not pass its bytes as it should.</summary>
        private void Check(string function)
        {
            if (way.Broken)
            {
                throw Fail(this, "protocol", function, "", "a part out of order", "");
            }
        }

        /// <summary>Room for a payload: the same again as long as it is short, so that nothing is collected.</summary>
        private byte[] Room(int length)
        {
            if (length > LargestSpare)
            {
                return new byte[length];
            }
            if (length > spare.Length)
            {
                spare = new byte[Math.Max(length, Math.Min(LargestSpare, 2 * spare.Length))];
            }
            return spare;
        }

        private Frame Receive(string function, int awaited, long maxReturn, bool noReturn)
        {
            for (;;)
            {
                int got = way.Read(header, Header);
                Check(function);
                if (got < Header)
                {
                    if (got == 0 && noReturn)
                    {
                        if (IsMain)
                        {
                            Report("left\t" + Peer + "\t" + function);
                        }
                        Environment.Exit(0);
                    }
                    throw Fail(this, got > 0 ? "incomplete" : "gone", function, "", "", "");
                }
                if (IsMain)
                {
                    turns.Back();
                }
                long length = (long)Fixed(header, 0, 4);
                Frame frame = new Frame { Kind = header[8], Function = (int)Fixed(header, 10, 2) };
                if (!IsMain && !greeted)
                {
                    key = (uint)Fixed(header, 12, 4);
                }
                if (header[9] != (IsMain ? 1 : 0) || Fixed(header, 4, 4) != sequence || Fixed(header, 12, 4) != key)
                {
                    throw Fail(this, "protocol", function, "", "a frame out of order", "");
                }
                sequence++;
                long most = -1;
                if (frame.Kind == Hello && !IsMain && !greeted)
                {
                    most = Opening.Length;
                }
                else if (frame.Kind == Call)
                {
                    if (frame.Function >= MaxCall.Length)
                    {
                        throw Fail(this, "refused", "", "", "function number " + frame.Function, "");
                    }
                    most = MaxCall[frame.Function];
                }
                else if (frame.Kind == Reply && frame.Function == awaited)
                {
                    most = maxReturn;
                }
                else if (frame.Kind == Bye)
                {
                    most = 1024;
                }
                if (length > most)
                {
                    throw Fail(this, "protocol", function, "", "a frame of kind " + frame.Kind + " and " + length + " bytes", "");
                }
                frame.Payload = Room((int)length);
                frame.Length = (int)length;
                if (way.Read(frame.Payload, frame.Length) < length)
                {
                    Check(function);
                    throw Fail(this, "incomplete", function, "", "", "");
                }
                if (frame.Kind != Hello && way.HasRest)
                {
                    throw Fail(this, "protocol", function, "", "more than a frame", "");
                }
                Bytes += Header + length;
                ownTurn = true;
                if (frame.Kind == Hello)
                {
                    for (int i = 0; i < Opening.Length; i++)
                    {
                        if (i >= length || frame.Payload[i] != Opening[i])
                        {
                            throw Fail(this, "mismatch", function, "", "another version of the interface", "");
                        }
                    }
                    greeted = true;
                    ownTurn = false;
                    continue;
                }
                if (frame.Kind == Bye)
                {
                    if (!IsMain)
                    {
                        Environment.Exit(0);
                    }
                    throw HeardBye(function, Encoding.UTF8.GetString(frame.Payload, 0, frame.Length));
                }
                return frame;
            }
        }

        /// <summary>The peer says what is wrong: a character, then function, parameter, value and bound, with tabs
        /// between, if it is honest.</summary>
        private Exception HeardBye(string function, string said)
        {
            string[] fields = (said.Length == 0 ? said : said.Substring(1)).Split('\t');
            for (int i = 0; i < fields.Length; i++)
            {
                fields[i] = OneLine(fields[i]);
            }
            if (fields.Length == 4)
            {
                return Fail(this, "violation", fields[0].Length == 0 ? function : fields[0], fields[1], fields[2], fields[3]);
            }
            return Fail(this, "violation", function, "", string.Join(" ", fields), "");
        }

        /// <summary>What a peer says, as one harmless line.</summary>
        private static string OneLine(string text)
        {
            StringBuilder line = new StringBuilder();
            foreach (char one in text)
            {
                line.Append(char.IsControl(one) ? ' ' : one);
            }
            return line.ToString();
        }

        internal Reader Exchange(string function, int number, Writer writer, long maxReturn, bool noReturn)
        {
            if (ending)
            {
                Environment.Exit(0);
            }
            if (!ownTurn)
            {
                // Nobody asked yet: the first call is kept until this one is done.
                parked = Receive("the session", -1, 0, true);
                parked.Payload = (byte[])parked.Payload.Clone();
            }
            Calls++;
            Send(Call, number, writer);
            for (;;)
            {
                Frame next = Receive(function, number, maxReturn, noReturn);
                if (next.Kind == Reply)
                {
                    return new Reader(this, function, next.Payload, next.Length);
                }
                Handle(next);
            }
        }

        private void Handle(Frame frame)
        {
            Calls++;
            Counts[frame.Function]++;
            SandglassCalls.Dispatch(this, frame.Function, frame.Payload, frame.Length);
        }

        /// <summary>Serves calls until Main ends.</summary>
        internal void Serve()
        {
            for (;;)
            {
                Frame frame = parked ?? Receive("the session", -1, 0, true);
                parked = null;
                Handle(frame);
            }
        }
    }
