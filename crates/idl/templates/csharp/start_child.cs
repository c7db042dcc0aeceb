{% from "macros.cs" import result, parameters, documentation, zero with context %}
using System;
{% for interface in interfaces[1:] %}

static class {{ interface.name }}
{
{% for f in interface.functions %}
{{ "\n" if not loop.first }}{{ documentation(f) }}    public static {{ result(f) }} {{ f.name }}({{ parameters(f) }})
    {
{% for p in f.parameters if p.direction == "out" %}
        {{ p.name }} = {{ zero(p.value) }};
{% endfor %}
{% if f.result %}
        return {{ zero(f.result) }};
{% endif %}
    }
{% endfor %}
}
{% endfor %}
