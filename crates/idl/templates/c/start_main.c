{% from "macros.c" import result, parameters %}
#include "{{ module }}.h"
{% for f in own.functions %}

{{ result(f) }}{{ f.name }}({{ parameters(f) }}) {
{% for p in f.parameters %}
    (void){{ p.name }};
{% endfor %}
{% if f.result %}
{% if f.result.kind == "struct" and not f.result.dimensions %}
    {{ f.result.struct }} empty = {0};
    return empty;
{% else %}
    return 0;
{% endif %}
{% endif %}
}
{% endfor %}

int main(void) {
    // Read the case, call the functions of the other interfaces, print the verdict.
    return 0;
}
