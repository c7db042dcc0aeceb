{% from "macros.py" import parameters, result, documentation %}
import Main
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}


def {{ f.name }}({{ parameters(f, "Main.") }}) -> {{ result(f, "Main.") }}:
{{ documentation(f, "    ") }}    raise NotImplementedError
{% endfor %}
{% endfor %}
