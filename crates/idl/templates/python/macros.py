{%- set TYPES = {"bool": "bool", "char": "str", "float": "float", "double": "float"} -%}
{#- `of` stands before the name of a struct: the module that has it. -#}
{%- macro base(v, of="") -%}
{%- if v.kind == "scalar" %}{{ TYPES[v.scalar] if v.scalar in TYPES else "int" }}{% elif v.kind == "string" %}str{% else %}{{ of }}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{%- macro type(v, of="") -%}
{%- for _ in v.lengths %}list[{% endfor %}{{ base(v, of) }}{% for _ in v.lengths %}]{% endfor -%}
{%- endmacro -%}
{%- macro parameters(f, of="") -%}
{%- for p in f.sent %}{{ p.name }}: {{ type(p.value, of) }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro result(f, of="") -%}
{%- set count = f.returned|length + (1 if f.result else 0) -%}
{%- if count == 0 %}None{% else -%}
{%- if count > 1 %}tuple[{% endif -%}
{%- if f.result %}{{ type(f.result, of) }}{{ ", " if f.returned }}{% endif -%}
{%- for p in f.returned %}{{ type(p.value, of) }}{{ ", " if not loop.last }}{% endfor -%}
{%- if count > 1 %}]{% endif -%}
{%- endif -%}
{%- endmacro -%}
{#- What a function gives: its result and its out parameters, as names. -#}
{%- macro given(f) -%}
{%- if f.result %}sandglass_result{{ ", " if f.returned }}{% endif -%}
{%- for p in f.returned %}{{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro section(title, parameters, indent) -%}
{%- if parameters -%}
{{ "\n\n" ~ indent ~ title }}:
{% for p in parameters %}
{{ indent }}    {{ p.name }}: {{ p.documentation|join(" ") }}{{ "\n" if not loop.last }}
{%- endfor -%}
{%- endif -%}
{%- endmacro -%}
{#- A quotation mark right before those that end the text would end it too soon. -#}
{%- macro documentation(f, indent) -%}
{%- set described = f.parameters|default([])|selectattr("documentation")|list -%}
{%- if described or f.documentation %}
{{ indent }}"""{{ f.documentation|join("\n" ~ indent) or f.written ~ "." }}
{{- section("Args", described|rejectattr("direction", "eq", "out")|list, indent) -}}
{{- section("Returns", described|rejectattr("direction", "eq", "in")|list, indent) -}}
{{ "\n" ~ indent if described else " " if f.documentation|last|last == '"' }}"""
{% endif -%}
{%- endmacro -%}
{%- macro range(v) -%}{% if v.range and v.scalar != "bool" %}, {{ v.range.low }}, {{ v.range.high }}{% endif %}{%- endmacro -%}
{%- macro put(v, e, where, i="    ", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}sandglass_w.same_length({{ e }}, {{ v.lengths[depth].text }}, {{ where }})
{% if depth + 1 == v.dimensions and v.kind == "scalar" %}
{{ i }}sandglass_w.put_all_{{ v.scalar }}({{ e }}, {{ where }}{{ range(v) }})
{% else %}
{{ i }}for sandglass_e{{ depth }} in {{ e }}:
{{ put(v, "sandglass_e" ~ depth, where, i ~ "    ", depth + 1) }}
{%- endif %}
{% elif v.kind == "scalar" %}
{{ i }}sandglass_w.put_{{ v.scalar }}({{ e }}, {{ where }}{{ range(v) }})
{% elif v.kind == "string" %}
{{ i }}sandglass_w.put_string({{ e }}, {{ where }}, {{ v.string_low }}, {{ v.string_high }})
{% else %}
{{ i }}sandglass_put_{{ v.struct }}(sandglass_w, {{ e }}, {{ where }})
{% endif -%}
{%- endmacro -%}
{%- macro take(v, e, where, i="    ", depth=0) -%}
{%- if depth < v.dimensions %}
{% if depth + 1 == v.dimensions and v.kind == "scalar" %}
{{ i }}{{ e }} = sandglass_r.take_all_{{ v.scalar }}({{ v.lengths[depth].text }}, {{ where }}{{ range(v) }})
{% else %}
{{ i }}{{ e }} = []
{{ i }}for _ in sandglass_r.times({{ v.lengths[depth].text }}):
{{ take(v, "sandglass_e" ~ depth, where, i ~ "    ", depth + 1) }}{{ i }}    {{ e }}.append(sandglass_e{{ depth }})
{% endif %}
{% elif v.kind == "scalar" %}
{{ i }}{{ e }} = sandglass_r.take_{{ v.scalar }}({{ where }}{{ range(v) }})
{% elif v.kind == "string" %}
{{ i }}{{ e }} = sandglass_r.take_string({{ where }}, {{ v.string_low }}, {{ v.string_high }})
{% else %}
{{ i }}{{ e }} = sandglass_take_{{ v.struct }}(sandglass_r)
{% endif -%}
{%- endmacro -%}
