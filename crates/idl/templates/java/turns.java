    /** How long the turns of a session were, nanoseconds, for the report of Main. */
    static final class Turns {
        /** How long a side that has a CPU of its own looks again and again before it sleeps. */
        private static final long LOOKING = 50_000;
        private final boolean spins;
        private long since = 0;
        private long own = 0;
        private long other = 0;
        private long ownLooked = 0;
        private long otherLooked = 0;

        Turns(boolean spins) {
            this.spins = spins;
        }

        private long took() {
            long now = System.nanoTime();
            long took = since == 0 ? 0 : now - since;
            since = now;
            return took;
        }

        /** The turn goes to the other side. */
        void over() {
            long took = took();
            own += took;
            otherLooked += spins ? Math.min(took, LOOKING) : 0;
        }

        /** The turn is this side's again. */
        void back() {
            long took = took();
            other += took;
            ownLooked += spins ? Math.min(took, LOOKING) : 0;
        }

        String figures(long said) {
            return own + "\t" + other + "\t" + said + "\t" + ownLooked + "\t" + otherLooked;
        }
    }

