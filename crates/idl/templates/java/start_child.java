{% from "macros.java" import result, parameters, documentation, zero %}
{% for interface in interfaces[1:] %}
class {{ interface.name }} {
{% for f in interface.functions %}
{{ documentation(f) }}    static {{ result(f) }} {{ f.name }}({{ parameters(f) }}) {
{% if f.result %}
        return {{ zero(f.result) }};
{% endif %}
    }
{{ "" if loop.last else "\n" }}
{%- endfor %}
}
{% endfor %}
