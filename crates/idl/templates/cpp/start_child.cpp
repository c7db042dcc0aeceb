{% from "macros.cpp" import type, result, parameters %}
#include "{{ module }}.h"
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}

{{ result(f) }} {{ f.name }}({{ parameters(f) }}) {
{% for p in f.parameters %}
    (void){{ p.name }};
{% endfor %}
{% if f.result %}
    return {};
{% endif %}
}
{% endfor %}
{% endfor %}
