{% from "macros.py" import parameters, result, documentation %}
import {{ module }}
{% for f in own.functions %}


def {{ f.name }}({{ parameters(f, module ~ ".") }}) -> {{ result(f, module ~ ".") }}:
{{ documentation(f, "    ") }}    raise NotImplementedError
{% endfor %}

# Read the case, call the functions of the other interfaces as {{ module }}.name(...), print the verdict.
