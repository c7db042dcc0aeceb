{% from "macros.c" import base, spaced, put, take with context %}
{% for one in structs %}

__attribute__((unused)) static void sandglass_put_{{ one.name }}(sandglass_writer *sandglass_w, const {{ one.name }} *sandglass_s) {
    const {{ one.name }} sandglass_v = *sandglass_s;
{% for member in one.members %}
{{ put(member.value, "sandglass_v." ~ member.name, 'SANDGLASS_WHERE("' ~ one.written ~ '", "' ~ member.written ~ '")') }}
{%- endfor %}
}

__attribute__((unused)) static void sandglass_take_{{ one.name }}(sandglass_reader *sandglass_r, {{ one.name }} *sandglass_s) {
    {{ one.name }} sandglass_v;
{% for member in one.members %}
{{ take(member.value, "sandglass_v." ~ member.name, 'SANDGLASS_WHERE("' ~ one.written ~ '", "' ~ member.written ~ '")', false) }}
{%- endfor %}
    *sandglass_s = sandglass_v;
}
{% endfor %}

__attribute__((unused)) static _Noreturn void sandglass_too_often(sandglass_link *link, const char *function, unsigned long long count, unsigned long long allowed) {
    char value[64], bound[64];
    snprintf(value, sizeof value, "call %llu", count);
    snprintf(bound, sizeof bound, "%llu calls", allowed);
    sandglass_fail(link, sandglass_refused, SANDGLASS_WHERE(function, ""), value, bound);
}

static void sandglass_dispatch(sandglass_link *sandglass_l, uint16_t sandglass_f, const unsigned char *sandglass_payload, size_t sandglass_length) {
    static unsigned long long sandglass_counts[sandglass_peers][{{ [own.functions|length, 1]|max }}];
    const ptrdiff_t sandglass_place = sandglass_l - sandglass_links;
    const unsigned long long sandglass_count = ++sandglass_counts[sandglass_place][sandglass_f];
    sandglass_writer sandglass_writer_, *sandglass_w = &sandglass_writer_;
    sandglass_piece *sandglass_pieces = NULL;
    sandglass_reader sandglass_reader_ = { {sandglass_l, sandglass_violation}, sandglass_payload, sandglass_payload + sandglass_length, "", &sandglass_pieces}, *sandglass_r = &sandglass_reader_;
    // The program may keep its arrays there until it returns, and nested calls bring payloads of their own.
    unsigned char *const sandglass_kept = sandglass_payload == sandglass_l->payload ? sandglass_l->payload : NULL;
    const size_t sandglass_kept_room = sandglass_l->room;
    if (sandglass_kept) sandglass_l->payload = NULL;
    sandglass_l->calls++;
    sandglass_begin(sandglass_w, sandglass_l);
    switch (sandglass_f) {
{% for f in own.functions %}
    case {{ f.id }}: {
        sandglass_r->function = "{{ f.full }}";
{% if f.allowed is not none %}
        unsigned long long sandglass_allowed = 0;
{% for one in f.allowed %}
        if (sandglass_place == {{ one.place - 1 }}) sandglass_allowed = {{ one.calls ~ "ULL" if one.calls is not none else "ULLONG_MAX" }};
{% endfor %}
        if (sandglass_count > sandglass_allowed) sandglass_too_often(sandglass_l, "{{ f.full }}", sandglass_count, sandglass_allowed);
{% endif %}
{% if f.calls is not none %}
        if (sandglass_count > {{ f.calls }}ULL) sandglass_too_often(sandglass_l, "{{ f.full }}", sandglass_count, {{ f.calls }}ULL);
{% endif %}
{% for p in f.parameters %}
{% set where = 'SANDGLASS_WHERE("' ~ f.full ~ '", "' ~ p.written ~ '")' %}
        {{ spaced(p.value) }}{{ "*" if p.value.dimensions }}{{ p.name }}{{ " = NULL" if p.value.dimensions or p.value.kind == "string" }};
{% if p.direction == "out" %}
{% if p.value.dimensions %}
        // As large as it may become: some of its lengths may be known only later.
        {{ p.name }} = sandglass_make(sandglass_r, {% for l in p.value.lengths %}{{ l.high }}LL{{ " * " if not loop.last }}{% endfor %}, 0, sizeof({{ base(p.value) }}));
{% elif p.value.kind == "scalar" %}
        {{ p.name }} = 0;
{% elif p.value.kind == "struct" %}
        memset(&{{ p.name }}, 0, sizeof {{ p.name }});
{% endif %}
{% else %}
{{ take(p.value, p.name, where, false) }}
{%- endif %}
{% endfor %}
        sandglass_finish(sandglass_r);
        {% if f.result %}{{ spaced(f.result) }}{{ "*" if f.result.dimensions }}sandglass_result = {% endif %}{{ f.name }}({% for p in f.parameters %}{% if p.value.dimensions %}{% if p.value.dimensions > 1 and not p.value.inner_varies %}(void *){% endif %}{{ p.name }}{% else %}{{ "&" if p.direction != "in" }}{{ p.name }}{% endif %}{{ ", " if not loop.last }}{% endfor %});
{% for p in f.returned %}
{{ put(p.value, p.name, 'SANDGLASS_WHERE("' ~ f.full ~ '", "' ~ p.written ~ '")') }}
{%- endfor %}
{% if f.result %}
{{ put(f.result, "sandglass_result", 'SANDGLASS_WHERE("' ~ f.full ~ '", "result")') }}
{%- endif %}
        break;
    }
{% endfor %}
    default:
        (void)sandglass_r;
        (void)sandglass_count;
        sandglass_fail(sandglass_l, sandglass_refused, SANDGLASS_WHERE("", ""), "a function that is none", "");
    }
    while (sandglass_pieces) {
        sandglass_piece *next = sandglass_pieces->next;
        free(sandglass_pieces);
        sandglass_pieces = next;
    }
    if (sandglass_kept) {
        free(sandglass_l->payload);
        sandglass_l->payload = sandglass_kept;
        sandglass_l->room = sandglass_kept_room;
    }
    sandglass_send(sandglass_l, sandglass_reply, sandglass_f, sandglass_w);
}
