static void *sandglass_allocate(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fputs("sandglass: out of memory\n", stderr);
        abort();
    }
    return memory;
}

SANDGLASS_INLINE void sandglass_begin(sandglass_writer *w, sandglass_link *link) {
    w->who = (sandglass_who){link, sandglass_own_fault};
    // Before the first call there will be a greeting.
    size_t before = SANDGLASS_IS_MAIN && !link->greeted ? sandglass_header + sizeof sandglass_opening : 0;
    w->bytes = sandglass_transport_room(&link->transport, before, &w->room);
    w->length = sandglass_header;
    w->owned = false;
    if (SANDGLASS_RARE(!w->bytes || w->room < sandglass_header)) {
        w->bytes = w->first;
        w->room = sizeof w->first;
    }
}

SANDGLASS_APART void sandglass_grow(sandglass_writer *w, size_t n) {
    size_t room = (w->length + n) * 2;
    unsigned char *bytes = sandglass_allocate(room);
    memcpy(bytes, w->bytes, w->length);
    if (w->owned) free(w->bytes);
    w->bytes = bytes;
    w->room = room;
    w->owned = true;
}

SANDGLASS_INLINE void sandglass_raw(sandglass_writer *w, const void *p, size_t n) {
    if (SANDGLASS_RARE(n == 0)) return;
    if (SANDGLASS_RARE(w->room - w->length < n)) sandglass_grow(w, n);
    memcpy(w->bytes + w->length, p, n);
    w->length += n;
}

// A peer that is gone, or does not read, is found by the read that follows.
SANDGLASS_APART void sandglass_unwritten(sandglass_link *link) {
    if (link->transport.broken) sandglass_fail(link, sandglass_protocol, SANDGLASS_WHERE("the session", ""), "a part out of order", "");
    if (!link->transport.own && errno != EPIPE) sandglass_fail(link, sandglass_gone, SANDGLASS_WHERE("the session", ""), strerror(errno), "");
}

SANDGLASS_INLINE void sandglass_write(sandglass_link *link, const unsigned char *p, size_t n) {
    link->bytes += n;
    if (SANDGLASS_RARE(!sandglass_transport_write(&link->transport, p, n))) sandglass_unwritten(link);
}

SANDGLASS_APART void sandglass_greet(sandglass_link *link) {
    unsigned char first[sandglass_header + sizeof sandglass_opening];
    memcpy(first + sandglass_header, sandglass_opening, sizeof sandglass_opening);
    sandglass_fill(link, sandglass_hello, 0, first, sizeof first);
    link->greeted = true;
    sandglass_write(link, first, sizeof first);
}

SANDGLASS_INLINE void sandglass_send(sandglass_link *link, unsigned char kind, uint16_t function, sandglass_writer *w) {
    if (SANDGLASS_IS_MAIN && SANDGLASS_RARE(!link->greeted)) sandglass_greet(link);
    sandglass_fill(link, kind, function, w->bytes, w->length);
    link->own_turn = false;
    sandglass_write(link, w->bytes, w->length);
    sandglass_transport_pass(&link->transport);
    if (SANDGLASS_RARE(w->owned)) free(w->bytes);
}

// How long the payload of a call may be; -1 where there is no such function.
SANDGLASS_INLINE long long sandglass_max_call(uint16_t function) {
    static const long long most[] = { {%- for f in own.functions %}{{ f.max_call }}, {% endfor %}-1};
    return SANDGLASS_OFTEN(function < sizeof most / sizeof *most) ? most[function] : -1;
}

SANDGLASS_APART const unsigned char *sandglass_copy(sandglass_link *link, size_t length, sandglass_where where) {
    if (link->room < length || link->room > 1 << 20 || !link->payload) {
        free(link->payload);
        link->payload = sandglass_allocate(length);
        link->room = length;
    }
    if (sandglass_transport_read(&link->transport, link->payload, length)) return link->payload;
    sandglass_fail(link, link->transport.broken ? sandglass_protocol : sandglass_incomplete, where, link->transport.broken ? "a part out of order" : "", "");
}

// The payload of a frame, where it lies or copied. Main takes each value of an answer once, out of what the other
// side may change at any moment, and looks at nothing twice; all else is copied before it is looked at. So is a
// call in which the peer may call Main, because the answer would take its place.
SANDGLASS_INLINE const unsigned char *sandglass_payload(sandglass_link *link, unsigned char kind, size_t length, sandglass_where where) {
    sandglass_transport *t = &link->transport;
    const bool stays = kind == sandglass_reply || (!sandglass_transport_shares(t) && (kind != sandglass_call || !SANDGLASS_CALLS_BACK));
    const unsigned char *there = stays ? sandglass_transport_look(t, length) : NULL;
    return SANDGLASS_OFTEN(there) ? there : sandglass_copy(link, length, where);
}

// What ends a session stands apart, so that a call does not carry it along.
static _Noreturn void sandglass_ended(sandglass_link *link, sandglass_where where, bool partly, bool may_leave) {
    if (!partly && may_leave) {
        if (SANDGLASS_IS_MAIN) {
            char line[512];
            snprintf(line, sizeof line, "left\t%s\t%s\n", link->peer, where.function);
            sandglass_report(line);
        }
        exit(0);
    }
    sandglass_fail(link, partly ? sandglass_incomplete : sandglass_gone, where, "", "");
}

static _Noreturn void sandglass_heard_bye(sandglass_link *link, sandglass_where where, const sandglass_frame *frame) {
    // What the peer says is wrong: function, parameter, value and bound, with tabs between, if it is honest.
    char words[1024] = "", *fields[4] = {words, "", "", ""};
    size_t tabs = 0, more = 0;
    if (!SANDGLASS_IS_MAIN) exit(0);
    for (size_t i = 1; i < frame->length; i++) tabs += frame->payload[i] == '\t';
    for (size_t i = 1; i < frame->length && i < sizeof words; i++) {
        const unsigned char c = frame->payload[i];
        words[i - 1] = c < 32 ? ' ' : (char)c;
        if (tabs != 3 || c != '\t') continue;
        words[i - 1] = 0;
        fields[++more] = words + i;
    }
    if (tabs != 3) sandglass_fail(link, sandglass_violation, where, words, "");
    if (*fields[0]) where.function = fields[0];
    where.parameter = fields[1];
    sandglass_fail(link, sandglass_violation, where, fields[2], fields[3]);
}

__attribute__((format(printf, 4, 0))) static _Noreturn void sandglass_fail_number(sandglass_link *link, int status, sandglass_where where, const char *format, unsigned one, unsigned other) {
    char text[128];
    snprintf(text, sizeof text, format, one, other);
    sandglass_fail(link, status, where, text, "");
}

// The next frame; `awaited` is the function that an answer is awaited of, if any.
SANDGLASS_INLINE sandglass_frame sandglass_receive(sandglass_link *link, const char *awaited, uint16_t id, size_t max_return, bool no_return) {
    for (;;) {
        sandglass_where where = {awaited ? awaited : "the session", ""};
        unsigned char header[sandglass_header];
        sandglass_transport *t = &link->transport;
        const uint64_t old = t->taken;
        sandglass_transport_wait(t);
        if (SANDGLASS_RARE(!sandglass_transport_header(t, header))) {
            if (t->broken) sandglass_fail(link, sandglass_protocol, where, "a part out of order", "");
            sandglass_ended(link, where, t->taken != old, !awaited || no_return);
        }
        uint32_t length, sequence, key;
        uint16_t function;
        const unsigned char kind = header[8];
        memcpy(&length, header, 4);
        memcpy(&sequence, header + 4, 4);
        memcpy(&function, header + 10, 2);
        memcpy(&key, header + 12, 4);
        if (!SANDGLASS_IS_MAIN && SANDGLASS_RARE(!link->greeted)) link->key = key;
        if (SANDGLASS_RARE((header[9] ^ SANDGLASS_IS_MAIN) | (sequence ^ link->sequence) | (key ^ link->key))) sandglass_fail(link, sandglass_protocol, where, "a frame out of order", "");
        link->sequence++;
        long long most = -1;
        if (awaited && SANDGLASS_OFTEN(kind == sandglass_reply)) {
            if (SANDGLASS_OFTEN(id == function)) most = (long long)max_return;
        } else if (SANDGLASS_OFTEN(kind == sandglass_call)) {
            most = sandglass_max_call(function);
            if (SANDGLASS_RARE(most < 0)) sandglass_fail_number(link, sandglass_refused, SANDGLASS_WHERE("", ""), "function number %u", function, 0);
        } else if (kind == sandglass_hello && !SANDGLASS_IS_MAIN && !link->greeted) {
            most = 24;
        } else if (kind == sandglass_bye) {
            most = 1024;
        }
        if (SANDGLASS_RARE(most < (long long)length)) sandglass_fail_number(link, sandglass_protocol, where, "a frame of kind %u and %u bytes", kind, length);
        sandglass_frame frame = {kind, function, sandglass_payload(link, kind, length, where), length};
        link->bytes += sandglass_header + length;
        if (!SANDGLASS_IS_MAIN && SANDGLASS_RARE(kind == sandglass_hello)) {
            if (length != 24 || memcmp(frame.payload, sandglass_opening, 24) != 0) {
                link->own_turn = true;
                sandglass_fail(link, sandglass_mismatch, where, "another version of the interface", "");
            }
            link->greeted = true;
            continue;
        }
        if (SANDGLASS_RARE(sandglass_transport_has_rest(t))) sandglass_fail(link, sandglass_protocol, where, "more than a frame", "");
        link->own_turn = true;
        if (SANDGLASS_RARE(kind == sandglass_bye)) sandglass_heard_bye(link, where, &frame);
        return frame;
    }
}

// The same, apart: the wait itself has been in the caller's frame.
__attribute__((unused)) SANDGLASS_APART sandglass_frame sandglass_receive_answer(sandglass_link *link, const char *awaited, uint16_t id, size_t max_return, bool no_return) {
    return sandglass_receive(link, awaited, id, max_return, no_return);
}
__attribute__((unused)) SANDGLASS_APART sandglass_frame sandglass_receive_call(sandglass_link *link) { return sandglass_receive(link, NULL, 0, 0, false); }

// Nobody asked yet: the first call is kept until this one is done.
SANDGLASS_APART void sandglass_park(sandglass_link *link) {
    sandglass_frame first = sandglass_receive_call(link);
    link->parked = true;
    link->parked_function = first.function;
    link->parked_payload = sandglass_allocate(first.length);
    memcpy(link->parked_payload, first.payload, first.length);
    link->parked_length = first.length;
}

SANDGLASS_INLINE sandglass_frame sandglass_exchange(sandglass_link *link, sandglass_writer *w, const char *function, uint16_t id, size_t max_return, bool no_return) {
    if (SANDGLASS_RARE(sandglass_ending)) _Exit(0);
    if (!SANDGLASS_IS_MAIN && SANDGLASS_RARE(!link->own_turn)) sandglass_park(link);
    link->calls++;
    sandglass_send(link, sandglass_call, id, w);
    for (;;) {
        sandglass_transport_wait(&link->transport);
        sandglass_frame next = sandglass_receive_answer(link, function, id, max_return, no_return);
        if (SANDGLASS_OFTEN(next.kind == sandglass_reply)) return next;
        sandglass_dispatch(link, next.function, next.payload, next.length);
    }
}

