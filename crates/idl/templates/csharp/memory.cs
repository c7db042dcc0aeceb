    private sealed class Memory : SandglassTransport
    {
        internal const int Lines = 4096;
        private const int MostYields = 16;
        private static readonly long Looking = Stopwatch.Frequency / 20000;
        private readonly int input;
        private readonly int output;
        private readonly IntPtr own;
        private readonly IntPtr other;
        private readonly IntPtr outgoing;
        private readonly IntPtr incoming;
        private readonly int area;
        private readonly bool spins;
        private int yields;
        private int posted;
        private int seen;
        private int filled;
        private int at;
        private int end;
        // The other side posted last.
        private bool holding;
        private readonly byte[] said = new byte[512];

        internal Memory(int input, int output, IntPtr region, int area, string wait, bool isMain)
        {
            this.input = input;
            this.output = output;
            this.area = area;
            own = IntPtr.Add(region, isMain ? 64 : 128);
            other = IntPtr.Add(region, isMain ? 128 : 64);
            outgoing = IntPtr.Add(region, Lines + (isMain ? 0 : area));
            incoming = IntPtr.Add(region, Lines + (isMain ? area : 0));
            yields = wait == "yield" ? MostYields : 0;
            spins = wait == "spin";
        }

        internal override bool Spins
        {
            get { return spins; }
        }

        internal override long Said
        {
            get { return Marshal.ReadInt64(other, 16); }
        }

        private bool HasPosted()
        {
            bool there = Marshal.ReadInt32(other) != seen;
            Thread.MemoryBarrier();
            return there;
        }

        /// <summary>Passes the turn with so many bytes in the outgoing area.</summary>
        private void Post(int length)
        {
            posted = unchecked(posted + 1);
            holding = false;
            Marshal.WriteInt32(own, 4, length);
            Thread.MemoryBarrier();
            Marshal.WriteInt32(own, posted);
            // Whoever is about to sleep says so and looks again; this looks after it has posted. So either the
            // other side sees what was posted, or this side sees that it sleeps.
            Thread.MemoryBarrier();
            if (Marshal.ReadInt32(other, 8) != 0)
            {
                // A full pipe wakes as well, and who is gone need not be woken.
                Library.Write(output, said, 1);
            }
        }

        /// <summary>Waits for the pipe to say something: what the other side posted, or that it is gone.</summary>
        private bool Sleep()
        {
            Marshal.WriteInt32(own, 8, 1);
            Thread.MemoryBarrier();
            while (!HasPosted() && Library.Read(input, said) > 0)
            {
            }
            Marshal.WriteInt32(own, 8, 0);
            return HasPosted();
        }

        private bool AwaitPost()
        {
            if (HasPosted())
            {
                return true;
            }
            for (int tries = 0; tries < yields; tries++)
            {
                Thread.Yield();
                if (HasPosted())
                {
                    yields = Math.Min(MostYields, 2 * yields);
                    return true;
                }
            }
            if (yields > 1)
            {
                // Where the other side is busy, or the kernel does not let it go first, it is in vain.
                yields /= 2;
            }
            if (spins)
            {
                long until = Stopwatch.GetTimestamp() + Looking;
                while (Stopwatch.GetTimestamp() < until)
                {
                    for (int look = 0; look < 64; look++)
                    {
                        if (HasPosted())
                        {
                            return true;
                        }
                    }
                }
            }
            return Sleep();
        }

        /// <summary>Waits for the turn. What the other side posted is read once; it may be anything.</summary>
        private bool Await()
        {
            if (!AwaitPost())
            {
                return false;
            }
            int count = Marshal.ReadInt32(other);
            Thread.MemoryBarrier();
            int length = Marshal.ReadInt32(other, 4);
            if (count != unchecked(seen + 1) || length < 0 || length > area)
            {
                Broken = true;
                return false;
            }
            seen = count;
            holding = true;
            at = 0;
            end = length;
            return true;
        }

        internal override int Read(byte[] into, int length)
        {
            int have = 0;
            while (have < length && !Broken)
            {
                if (at == end)
                {
                    if (holding)
                    {
                        // A message may be longer than the area: an empty part asks for the next one.
                        Post(0);
                    }
                    if (!Await())
                    {
                        return have;
                    }
                    Broken = at == end;
                    continue;
                }
                int part = Math.Min(length - have, end - at);
                Marshal.Copy(IntPtr.Add(incoming, at), into, have, part);
                at += part;
                have += part;
            }
            return have;
        }

        internal override void Write(byte[] frame, int length)
        {
            int done = 0;
            while (done < length && !Broken)
            {
                if (filled == area)
                {
                    Pass();
                    if (!Await())
                    {
                        return;
                    }
                    Broken = HasRest;
                    continue;
                }
                int part = Math.Min(length - done, area - filled);
                Marshal.Copy(frame, done, IntPtr.Add(outgoing, filled), part);
                filled += part;
                done += part;
            }
        }

        internal override void Pass()
        {
            int length = filled;
            filled = 0;
            Post(length);
        }

        internal override bool HasRest
        {
            get { return at != end; }
        }
    }
