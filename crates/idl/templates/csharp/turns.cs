    /// <summary>How long the turns of a session were, for the report of Main.</summary>
    internal sealed class Turns
    {
        // How long a side that has a CPU of its own looks again and again before it sleeps.
        private static readonly long Looking = Stopwatch.Frequency / 20000;
        private readonly bool spins;
        private long since;
        private long own;
        private long other;
        private long ownLooked;
        private long otherLooked;

        internal Turns(bool spins)
        {
            this.spins = spins;
        }

        private long Took()
        {
            long now = Stopwatch.GetTimestamp();
            long took = since == 0 ? 0 : now - since;
            since = now;
            return took;
        }

        /// <summary>The turn goes to the other side.</summary>
        internal void Over()
        {
            long took = Took();
            own += took;
            otherLooked += spins ? Math.Min(took, Looking) : 0;
        }

        /// <summary>The turn is this side's again.</summary>
        internal void Back()
        {
            long took = Took();
            other += took;
            ownLooked += spins ? Math.Min(took, Looking) : 0;
        }

        private static string Nanoseconds(long ticks)
        {
            return "\t" + (long)(ticks * (1e9 / Stopwatch.Frequency));
        }

        internal string Figures(long said)
        {
            return Nanoseconds(own) + Nanoseconds(other) + "\t" + said + Nanoseconds(ownLooked) + Nanoseconds(otherLooked);
        }
    }

