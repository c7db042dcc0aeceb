static _Noreturn void sandglass_bounds(const sandglass_who *who, const char *value, long long low, long long high, sandglass_where where) {
    char bound[64];
    snprintf(bound, sizeof bound, "%lld..%lld", low, high);
    sandglass_fail(who->link, who->status, where, value, bound);
}

{% macro checker(name, type, condition, format) %}
__attribute__((unused)) static _Noreturn void sandglass_wrong_{{ name }}(const sandglass_who *who, {{ type }} v, long long low, long long high, sandglass_where where) {
    char value[64];
    snprintf(value, sizeof value, "{{ format }}", v);
    sandglass_bounds(who, value, low, high, where);
}
SANDGLASS_INLINE void sandglass_check_{{ name }}(const sandglass_who *who, {{ type }} v, long long low, long long high, sandglass_where where) {
    if (SANDGLASS_RARE(!({{ condition }}))) sandglass_wrong_{{ name }}(who, v, low, high, where);
}
{% endmacro %}
{{ checker("long", "long long", "v >= low && v <= high", "%lld") }}
{{ checker("ulong", "unsigned long long", "high >= 0 && v <= (unsigned long long)high && (low < 0 || v >= (unsigned long long)low)", "%llu") }}
{{ checker("double", "double", "v >= (double)low && v <= (double)high", "%.17g") }}
{{ checker("char", "char", "(unsigned char)v >= low && (unsigned char)v <= high", "%d") }}
{% macro within(name, type, least, greatest) %}
__attribute__((unused)) static bool sandglass_within_{{ name }}(const {{ type }} *p, size_t n, long long low, long long high) {
    const {{ type }} least = low > {{ least }} ? ({{ type }})low : {{ least }}, greatest = high < {{ greatest }} ? ({{ type }})high : {{ greatest }};
    size_t i = 0;
    if (low > {{ greatest }} || high < {{ least }}) return n == 0;
    for (; n - i >= 64; i += 64) {
        unsigned outside = 0;
        for (size_t k = 0; k < 64; k++) outside |= (unsigned)((p[i + k] < least) | (p[i + k] > greatest));
        if (outside) return false;
    }
    for (; i < n; i++)
        if (p[i] < least || p[i] > greatest) return false;
    return true;
}
{% endmacro %}
// Whether all of them are in their range; whole blocks without a branch, which the compiler makes vectors of.
{{ within("ubyte", "unsigned char", "0", "UCHAR_MAX") }}
{{ within("short", "short", "SHRT_MIN", "SHRT_MAX") }}
{{ within("ushort", "unsigned short", "0", "USHRT_MAX") }}
{{ within("int", "int", "INT_MIN", "INT_MAX") }}
{{ within("uint", "unsigned", "0", "(long long)UINT_MAX") }}
{{ within("long", "long long", "LLONG_MIN", "LLONG_MAX") }}
// Text in UTF-8 without the character 0.
static bool sandglass_is_text(const unsigned char *p, size_t n) {
    size_t i = 0;
    while (i < n) {
        unsigned char c = p[i];
        size_t more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : (c & 0xf0) == 0xe0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : 4;
        if (c == 0 || more == 4 || n - i <= more) return false;
        for (size_t k = 1; k <= more; k++)
            if ((p[i + k] & 0xc0) != 0x80) return false;
        if ((c == 0xe0 && p[i + 1] < 0xa0) || (c == 0xed && p[i + 1] >= 0xa0) || (c == 0xf0 && p[i + 1] < 0x90) || (c == 0xf4 && p[i + 1] >= 0x90)) return false;
        i += more + 1;
    }
    return true;
}

static void sandglass_check_text(const sandglass_who *who, const char *p, size_t n, size_t low, size_t high, sandglass_where where) {
    char value[64], bound[64];
    if (n < low || n > high) {
        snprintf(value, sizeof value, "text of %zu bytes", n);
        snprintf(bound, sizeof bound, "%zu..%zu bytes", low, high);
        sandglass_fail(who->link, who->status, where, value, bound);
    }
    if (p && !sandglass_is_text((const unsigned char *)p, n)) sandglass_fail(who->link, who->status, where, "text", "UTF-8 without the character 0");
}

__attribute__((unused)) static void sandglass_put_string(sandglass_writer *w, const char *v, size_t low, size_t high, sandglass_where where) {
    if (!v) v = "";
    size_t n = strlen(v);
    sandglass_check_text(&w->who, v, n, low, high, where);
    uint32_t length = (uint32_t)n;
    sandglass_raw(w, &length, 4);
    sandglass_raw(w, v, n);
}

__attribute__((unused)) static _Noreturn void sandglass_wrong_length(const sandglass_reader *r, const char *value) {
    sandglass_fail(r->who.link, sandglass_protocol, SANDGLASS_WHERE(r->function, ""), value, "");
}

SANDGLASS_INLINE void sandglass_need(sandglass_reader *r, unsigned long long n) {
    if (SANDGLASS_RARE((unsigned long long)(r->end - r->at) < n)) sandglass_wrong_length(r, "a message that is too short");
}

// Copies the next n bytes; what is checked is the copy.
SANDGLASS_INLINE void sandglass_take(sandglass_reader *r, void *p, size_t n) {
    sandglass_need(r, n);
    if (n > 0) memcpy(p, r->at, n);
    sandglass_copied();
    r->at += n;
}

__attribute__((unused)) static unsigned char sandglass_take_byte(sandglass_reader *r) {
    unsigned char byte;
    sandglass_take(r, &byte, 1);
    return byte;
}

__attribute__((unused)) static void *sandglass_make(sandglass_reader *r, long long n, unsigned long long smallest, size_t size) {
    if (n < 0) sandglass_wrong_length(r, "a negative length");
    sandglass_need(r, (unsigned long long)n * smallest);
    if (!r->pieces) return sandglass_allocate((size_t)n * size);
    sandglass_piece *piece = sandglass_allocate(sizeof *piece + (size_t)n * size);
    piece->next = *r->pieces;
    *r->pieces = piece;
    return piece->data;
}

// An array in a call stays where it lies, as long as the call lasts; others are copied.
__attribute__((unused)) static void *sandglass_take_array(sandglass_reader *r, long long n, size_t size) {
    const unsigned char *there = r->at;
    if (n >= 0 && r->pieces && (uintptr_t)there % size == 0) {
        sandglass_need(r, (unsigned long long)n * size);
        r->at += (size_t)n * size;
        return (void *)(uintptr_t)there;
    }
    void *made = sandglass_make(r, n, size, size);
    sandglass_take(r, made, (size_t)n * size);
    return made;
}

__attribute__((unused)) static const char *sandglass_take_string(sandglass_reader *r, size_t low, size_t high, sandglass_where where) {
    uint32_t n;
    sandglass_take(r, &n, 4);
    sandglass_check_text(&r->who, NULL, n, low, high, where);
    sandglass_need(r, n);
    char *text = sandglass_make(r, (long long)n + 1, 0, 1);
    sandglass_take(r, text, n);
    sandglass_check_text(&r->who, text, n, low, high, where);
    text[n] = 0;
    return text;
}

SANDGLASS_INLINE void sandglass_finish(const sandglass_reader *r) {
    if (SANDGLASS_RARE(r->at != r->end)) sandglass_wrong_length(r, "a message that is too long");
}
