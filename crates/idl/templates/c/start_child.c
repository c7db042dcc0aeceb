{% from "macros.c" import result, parameters %}
#include "{{ module }}.h"
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}

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
{% endfor %}
