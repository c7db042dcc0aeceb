{% from "macros.cs" import result, parameters, documentation, zero with context %}
using System;

{% if own.functions %}
static class {{ own.name }}
{
{% for f in own.functions %}
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

{% endif %}
static class Program
{
    static void Main()
    {
        // Read the case, call the functions of the other interfaces, print the verdict.
    }
}
