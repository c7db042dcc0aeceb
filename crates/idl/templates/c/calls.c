{% from "macros.c" import spaced, result, received, put, take with context %}
{% for peer in peers %}
{% for f in peer.functions %}

{{ result(f) }}{{ f.name }}({{ received(f) }}) {
{% for p in f.returned if not p.value.dimensions %}
    {{ spaced(p.value) }}{{ p.name }}{% if p.direction == "inout" %} = *sandglass_out_{{ p.name }}{% endif %};
{% endfor %}
    sandglass_link *sandglass_l = sandglass_link_to({{ peer.place - 1 if is_main else 0 }});
{% if not is_main and f.allowed is not none and role not in f.allowed|map(attribute="place")|list %}
    sandglass_fail(sandglass_l, sandglass_own_fault, SANDGLASS_WHERE("{{ f.full }}", ""), "a call that {{ own.written }} may not make", "");
{% endif %}
{% if f.calls is not none %}
    static unsigned long long sandglass_count = 0;
    if (++sandglass_count > {{ f.calls }}ULL) sandglass_fail(sandglass_l, sandglass_own_fault, SANDGLASS_WHERE("{{ f.full }}", ""), "one call too many", "{{ f.calls }} calls");
{% endif %}
    sandglass_writer sandglass_writer_, *sandglass_w = &sandglass_writer_;
    sandglass_begin(sandglass_w, sandglass_l);
{% for p in f.sent %}
{{ put(p.value, p.name, 'SANDGLASS_WHERE("' ~ f.full ~ '", "' ~ p.written ~ '")') }}
{%- endfor %}
    sandglass_frame sandglass_answer = sandglass_exchange(sandglass_l, sandglass_w, "{{ f.full }}", {{ f.id }}, {{ f.max_return }}, {{ "true" if f.no_return and is_main else "false" }});
    sandglass_reader sandglass_reader_ = { {sandglass_l, sandglass_violation}, sandglass_answer.payload, sandglass_answer.payload + sandglass_answer.length, "{{ f.full }}", NULL}, *sandglass_r = &sandglass_reader_;
{% for p in f.returned %}
{{ take(p.value, p.name, 'SANDGLASS_WHERE("' ~ f.full ~ '", "' ~ p.written ~ '")', true) }}
{%- endfor %}
{% for p in f.returned if not p.value.dimensions %}
    *sandglass_out_{{ p.name }} = {{ p.name }};
{% endfor %}
{% if f.result %}
    {{ spaced(f.result) }}{{ "*" if f.result.dimensions }}sandglass_result;
{{ take(f.result, "sandglass_result", 'SANDGLASS_WHERE("' ~ f.full ~ '", "result")', false) }}
{%- endif %}
    sandglass_finish(sandglass_r);
{% if f.result %}
    return sandglass_result;
{% endif %}
}
{% endfor %}
{% endfor %}
{% if not is_main %}

int main(void) {
    sandglass_link *link = sandglass_link_to(0);
    for (;;) {
        if (link->parked) {
            link->parked = false;
            sandglass_dispatch(link, link->parked_function, link->parked_payload, link->parked_length);
            free(link->parked_payload);
            continue;
        }
        sandglass_transport_wait(&link->transport);
        sandglass_frame frame = sandglass_receive_call(link);
        sandglass_dispatch(link, frame.function, frame.payload, frame.length);
    }
}
{% endif %}
