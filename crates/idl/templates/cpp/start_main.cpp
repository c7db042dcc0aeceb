{% from "macros.cpp" import type, result, parameters %}
#include "{{ module }}.h"
{% for f in own.functions %}

{{ result(f) }} {{ f.name }}({{ parameters(f) }}) {
{% for p in f.parameters %}
    (void){{ p.name }};
{% endfor %}
{% if f.result %}
    return {};
{% endif %}
}
{% endfor %}

int main() {
    // Read the case, call the functions of the other interfaces, print the verdict.
    return 0;
}
