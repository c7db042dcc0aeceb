class Turns:
    """How long the turns of a session were, nanoseconds, for the report of Main."""

    # How long a side that has a CPU of its own looks again and again before it sleeps. This one sleeps.
    LOOKING = 50_000

    def __init__(self, spins):
        self.spins = spins
        self.since = 0
        self.own = self.other = self.other_looked = 0

    def over(self):
        """The turn goes to the other side."""
        now = perf_counter_ns()
        if self.since:
            took = now - self.since
            self.own += took
            if self.spins:
                self.other_looked += min(took, self.LOOKING)
        self.since = now

    def back(self):
        """The turn is this side's again."""
        now = perf_counter_ns()
        if self.since:
            self.other += now - self.since
        self.since = now


