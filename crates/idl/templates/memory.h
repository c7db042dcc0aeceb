// Maps the memory; the driver has sealed its size, so it cannot become shorter than it is now.
static inline bool sandglass_map(sandglass_transport *t, int file, size_t area) {
    struct stat status;
    size_t bytes = sandglass_lines + 2 * area;
    if (fstat(file, &status) != 0) return false;
    if (area == 0 || area > (SIZE_MAX - sandglass_lines) / 2 || (uint64_t)status.st_size < bytes) {
        errno = EINVAL;
        return false;
    }
    void *region = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (region == MAP_FAILED) return false;
    close(file);
    unsigned char *down = (unsigned char *)region + sandglass_lines, *up = down + area;
    sandglass_line *of_main = (sandglass_line *)((unsigned char *)region + 64);
    sandglass_line *of_peer = (sandglass_line *)((unsigned char *)region + 128);
    t->own = SANDGLASS_IS_MAIN ? of_main : of_peer;
    t->other = SANDGLASS_IS_MAIN ? of_peer : of_main;
    t->outgoing = SANDGLASS_IS_MAIN ? down : up;
    t->incoming = SANDGLASS_IS_MAIN ? up : down;
    t->area = area;
    return true;
}

static inline void sandglass_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

SANDGLASS_INLINE bool sandglass_has_posted(sandglass_transport *t) {
    return __atomic_load_n(&t->other->posted, __ATOMIC_SEQ_CST) != t->seen;
}

// What a peer says of its own turns is only told, so it measures one of sixteen.
SANDGLASS_APART void sandglass_tell_turn(sandglass_transport *t) {
    t->own_time += 16 * (sandglass_now() - t->since);
    t->since = 0;
    __atomic_store_n(&t->own->turns_ns, t->own_time, __ATOMIC_RELAXED);
}

// The other side sleeps. A full pipe wakes as well, and who is gone need not be woken.
SANDGLASS_APART void sandglass_wake(sandglass_transport *t) {
    ssize_t woken = write(t->out, "", 1);
    (void)woken;
}

// Passes the turn with so many bytes in the outgoing area.
SANDGLASS_INLINE void sandglass_post(sandglass_transport *t, size_t length) {
    // Main measures each turn.
    if (SANDGLASS_IS_MAIN) sandglass_turn_over(t);
    else if (SANDGLASS_RARE(t->since)) sandglass_tell_turn(t);
    __atomic_store_n(&t->own->length, (uint32_t)length, __ATOMIC_RELAXED);
    t->posted++;
    t->holding = false;
    // Whoever is about to sleep says so and looks again; this looks after it has posted. So either the
    // other side sees what was posted, or this side sees that it sleeps. A CPU that both share keeps this
    // order by itself.
    if (SANDGLASS_OFTEN(t->hand_over == 'y')) {
        __atomic_store_n(&t->own->posted, t->posted, __ATOMIC_RELEASE);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } else {
        __atomic_store_n(&t->own->posted, t->posted, __ATOMIC_SEQ_CST);
    }
    if (SANDGLASS_RARE(__atomic_load_n(&t->other->asleep, __ATOMIC_SEQ_CST))) sandglass_wake(t);
}

// Waits for the pipe to say something: what the other side posted, or that it is gone.
SANDGLASS_APART bool sandglass_sleep(sandglass_transport *t) {
    unsigned char said[512];
    bool there = true;
    __atomic_store_n(&t->own->asleep, 1, __ATOMIC_SEQ_CST);
    while (there && !sandglass_has_posted(t)) {
        ssize_t got = read(t->in, said, sizeof said);
        there = got > 0 || (got < 0 && errno == EINTR);
    }
    __atomic_store_n(&t->own->asleep, 0, __ATOMIC_RELAXED);
    return sandglass_has_posted(t);
}

// Looks as often as it is worth, and sleeps then.
SANDGLASS_APART bool sandglass_look_and_sleep(sandglass_transport *t) {
    bool there = false;
    if (t->hand_over == 'y') {
        for (int tries = 1; !there && tries < t->yields; tries++) {
            sched_yield();
            there = sandglass_has_posted(t);
        }
        // Where the other side is busy, or the kernel does not let it go first, yielding is in vain.
        if (!there) t->yields = t->yields > 1 ? t->yields / 2 : 1;
    }
    if (t->hand_over == 's') {
        uint64_t until = sandglass_now() + SANDGLASS_SPIN_NS;
        do {
            for (int i = 0; i < 64 && !there; i++) {
                sandglass_pause();
                there = sandglass_has_posted(t);
            }
        } while (!there && sandglass_now() < until);
    }
    return there || sandglass_sleep(t);
}

SANDGLASS_INLINE bool sandglass_await_post(sandglass_transport *t) {
    // Most often the other side answers when it has been let go once.
    if (SANDGLASS_OFTEN(t->hand_over == 'y')) {
        if (SANDGLASS_OFTEN(!sandglass_has_posted(t))) sched_yield();
        if (SANDGLASS_OFTEN(sandglass_has_posted(t))) {
            const int more = t->yields * 2;
            t->yields = more < sandglass_most_yields ? more : sandglass_most_yields;
            return true;
        }
    } else if (sandglass_has_posted(t)) {
        return true;
    }
    return sandglass_look_and_sleep(t);
}

// Waits for the turn. What the other side posted is read once; it may be anything.
SANDGLASS_INLINE bool sandglass_await(sandglass_transport *t) {
    if (SANDGLASS_RARE(!sandglass_await_post(t))) return false;
    uint32_t posted = __atomic_load_n(&t->other->posted, __ATOMIC_ACQUIRE);
    uint32_t length = __atomic_load_n(&t->other->length, __ATOMIC_RELAXED);
    if (SANDGLASS_IS_MAIN) sandglass_turn_back(t);
    else if (SANDGLASS_RARE(posted % 16 == 8)) t->since = sandglass_now();
    if (SANDGLASS_RARE(posted != t->seen + 1 || length > t->area)) {
        t->broken = true;
        return false;
    }
    t->seen = posted;
    t->holding = true;
    t->at = t->incoming;
    t->end = t->incoming + length;
    return true;
}
