{% from "macros.java" import result, parameters, documentation, zero %}
class {{ own.name }} {
{% for f in own.functions %}
{{ documentation(f) }}    static {{ result(f) }} {{ f.name }}({{ parameters(f) }}) {
{% if f.result %}
        return {{ zero(f.result) }};
{% endif %}
    }

{% endfor %}
    public static void main(String[] arguments) {
        // Read the case, call the functions of the other interfaces, print the verdict.
    }
}
