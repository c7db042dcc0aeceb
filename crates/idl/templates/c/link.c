// Exit statuses: the same in every language.
enum { sandglass_incomplete = 239, sandglass_protocol, sandglass_refused, sandglass_gone, sandglass_unopened, sandglass_violation, sandglass_own_fault, sandglass_mismatch };
enum { sandglass_hello = 1, sandglass_call = 2, sandglass_reply = 3, sandglass_bye = 4, sandglass_header = 16, sandglass_peers = {{ peers|length }} };
// Whether there is anything that the program could call while it is called.
#define SANDGLASS_CALLS_BACK {{ 1 if peers|map(attribute="functions")|map("length")|sum > 0 else 0 }}

static const unsigned char sandglass_opening[24] = {'S', 'G', 'I', 'D', 'L', 1, 0, 0, {{ hash|join(", ") }}};
static const char *const sandglass_names[sandglass_peers] = { {%- for peer in peers %}"{{ peer.written }}"{{ ", " if not loop.last }}{% endfor -%} };

// The other side, and where the session stands.
typedef struct sandglass_link {
    const char *peer;
    sandglass_transport transport;
    uint32_t sequence, key;
    bool open, greeted, own_turn, parked;
    unsigned long long calls, bytes;
    // The payload of the last frame, where it is not read in place.
    unsigned char *payload;
    size_t room;
    // A call that came while this side waited for its turn to speak.
    uint16_t parked_function;
    unsigned char *parked_payload;
    size_t parked_length;
} sandglass_link;

// Whose fault a wrong value is.
typedef struct sandglass_who {
    sandglass_link *link;
    int status;
} sandglass_who;

typedef struct sandglass_where {
    const char *function, *parameter;
} sandglass_where;
#define SANDGLASS_WHERE(f, p) ((sandglass_where){f, p})

typedef struct sandglass_writer {
    sandglass_who who;
    unsigned char *bytes;
    size_t length, room;
    // Whether the bytes have been allocated.
    bool owned;
    unsigned char first[512];
} sandglass_writer;

// Memory that lives as long as a call.
typedef struct sandglass_piece {
    struct sandglass_piece *next;
    max_align_t data[];
} sandglass_piece;

typedef struct sandglass_reader {
    sandglass_who who;
    const unsigned char *at, *end;
    const char *function;
    // Where what is made is kept; where it is null, it is the program's for ever.
    sandglass_piece **pieces;
} sandglass_reader;

typedef struct sandglass_frame {
    unsigned char kind;
    uint16_t function;
    // Valid until the next frame goes or comes.
    const unsigned char *payload;
    size_t length;
} sandglass_frame;

static sandglass_link sandglass_links[sandglass_peers];
static bool sandglass_ending = false;

static void sandglass_dispatch(sandglass_link *sandglass_l, uint16_t sandglass_f, const unsigned char *sandglass_payload, size_t sandglass_length);

// The value of a key in the environment's SANDGLASS_TASK, "key=value;key=value", copied.
static bool sandglass_setting(const char *key, char *value, size_t room) {
    const char *all = getenv("SANDGLASS_TASK");
    size_t n = strlen(key);
    for (const char *one = all; one && *one;) {
        const char *stop = strchr(one, ';');
        size_t length = stop ? (size_t)(stop - one) : strlen(one);
        if (length > n && strncmp(one, key, n) == 0 && one[n] == '=' && length - n - 1 < room) {
            memcpy(value, one + n + 1, length - n - 1);
            value[length - n - 1] = 0;
            return true;
        }
        one = stop ? stop + 1 : NULL;
    }
    return false;
}

// A line for whoever started us; only Main is believed, so only Main has such a file.
static void sandglass_report(const char *line) {
    char path[4096];
    if (!sandglass_setting("report", path, sizeof path)) return;
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) return;
    if (!sandglass_write_all(file, (const unsigned char *)line, strlen(line))) perror("sandglass: report");
    close(file);
}

SANDGLASS_INLINE void sandglass_fill(sandglass_link *link, unsigned char kind, uint16_t function, unsigned char *bytes, size_t length) {
    uint32_t payload = (uint32_t)(length - sandglass_header);
    memcpy(bytes, &payload, 4);
    memcpy(bytes + 4, &link->sequence, 4);
    bytes[8] = kind;
    bytes[9] = !SANDGLASS_IS_MAIN;
    memcpy(bytes + 10, &function, 2);
    memcpy(bytes + 12, &link->key, 4);
    link->sequence++;
}

// Says why the session ends; nobody is left to hear whether it worked.
static void sandglass_say_bye(sandglass_link *link, unsigned char reason, const char *text) {
    unsigned char frame[sandglass_header + 1001];
    size_t length = strlen(text) < 1000 ? strlen(text) : 1000;
    if (!link->open || !link->own_turn || (SANDGLASS_IS_MAIN && !link->greeted)) return;
    frame[sandglass_header] = reason;
    memcpy(frame + sandglass_header + 1, text, length);
    sandglass_fill(link, sandglass_bye, 0, frame, sandglass_header + 1 + length);
    if (sandglass_transport_write(&link->transport, frame, sandglass_header + 1 + length)) sandglass_transport_pass(&link->transport);
}

static _Noreturn void sandglass_fail(sandglass_link *link, int status, sandglass_where where, const char *value, const char *bound) {
    static const char *const words[] = {"incomplete", "protocol", "refused", "gone", "unopened", "violation", "own_fault", "mismatch"};
    static char text[2048], line[4096], words_of_bye[2048];
    const char *word = words[status - sandglass_incomplete], *peer = link ? link->peer : "";
    snprintf(text, sizeof text, "sandglass: %s: %s%s%s%s%s%s%s%s%s%s", word, where.function, *where.parameter ? ", " : "", where.parameter,
             *value ? " is " : "", value, *bound ? ", and must be " : "", bound, *peer ? " (with " : "", peer, *peer ? ")" : "");
    snprintf(words_of_bye, sizeof words_of_bye, "%s\t%s\t%s\t%s", where.function, where.parameter, value, bound);
    snprintf(line, sizeof line, "fault\t%s\t%s\t%s\n", word, peer, words_of_bye);
    fflush(NULL);
    fprintf(stderr, "%s\n", text);
    sandglass_report(line);
    if (!sandglass_ending) {
        sandglass_ending = true;
        for (int i = 0; i < sandglass_peers; i++) sandglass_say_bye(&sandglass_links[i], 1, words_of_bye);
    }
    _Exit(status);
}

static void sandglass_leave(void) {
    if (sandglass_ending) return;
    sandglass_ending = true;
    for (int i = 0; i < sandglass_peers && SANDGLASS_IS_MAIN; i++) {
        char line[512];
        sandglass_link *link = &sandglass_links[i];
        sandglass_say_bye(link, 0, "");
        snprintf(line, sizeof line, "stats\t%s\t%llu\t%llu\n", sandglass_names[i], link->calls, link->bytes);
        sandglass_report(line);
        const sandglass_transport *t = &link->transport;
        const unsigned long long own = sandglass_nanoseconds(t, t->own_time), other = sandglass_nanoseconds(t, t->other_time);
        snprintf(line, sizeof line, "turns\t%s\t%llu\t%llu\t%llu\t%llu\t%llu\n", sandglass_names[i], own, other,
                 (unsigned long long)sandglass_transport_said(t), (unsigned long long)t->own_spin_ns, (unsigned long long)t->other_spin_ns);
        if (link->open) sandglass_report(line);
    }
}

__attribute__((constructor)) static void sandglass_start(void) {
    // A peer that is gone is found by the read that follows a write.
    signal(SIGPIPE, SIG_IGN);
    atexit(sandglass_leave);
}

SANDGLASS_APART void sandglass_open(sandglass_link *link, int place) {
    static char how[8192], key[16];
    link->peer = sandglass_names[place];
    if (!sandglass_setting(link->peer, how, sizeof how)) sandglass_fail(NULL, sandglass_unopened, SANDGLASS_WHERE(link->peer, ""), "SANDGLASS_TASK does not name it", "");
    if (!sandglass_transport_open(&link->transport, how)) sandglass_fail(NULL, sandglass_unopened, SANDGLASS_WHERE(link->peer, ""), strerror(errno), "");
    if (sandglass_setting("key", key, sizeof key)) link->key = (uint32_t)strtoul(key, NULL, 16);
    link->own_turn = SANDGLASS_IS_MAIN;
    link->open = true;
}

SANDGLASS_INLINE sandglass_link *sandglass_link_to(int place) {
    sandglass_link *link = &sandglass_links[place];
    if (SANDGLASS_RARE(!link->open)) sandglass_open(link, place);
    return link;
}

