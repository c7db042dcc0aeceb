{%- set SCALARS = {"bool": "boolean", "char": "char", "ubyte": "int", "short": "short", "ushort": "int", "int": "int", "uint": "long", "long": "long", "ulong": "long", "float": "float", "double": "double"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}String{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{%- macro type(v, depth=0) -%}{{ base(v) }}{% for _ in v.lengths[depth:] %}[]{% endfor %}{%- endmacro -%}
{%- macro result(f) -%}{% if f.result %}{{ type(f.result) }}{% else %}void{% endif %}{%- endmacro -%}
{#- An out parameter is an array of one element. -#}
{%- macro parameters(f, prefix="") -%}
{%- for p in f.parameters %}{{ type(p.value) }}{{ "[]" if p.direction != "in" }} {{ prefix if p.direction != "in" }}{{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro documentation(f, i="    ", prefix="") -%}
{%- set described = f.parameters|selectattr("documentation")|list -%}
{%- if f.documentation or described %}
{{ i }}/**
{% for line in f.documentation %}
{{ i }} * {{ line }}
{% endfor %}
{% if f.documentation and described %}
{{ i }} *
{% endif %}
{% for p in described %}
{{ i }} * @param {{ prefix if p.direction != "in" }}{{ p.name }} {{ p.documentation|join(" ") }}
{% endfor %}
{{ i }} */
{% endif -%}
{%- endmacro -%}
{%- macro zero(v) -%}
{%- if v.dimensions or v.kind != "scalar" %}null{% elif v.scalar == "bool" %}false{% elif v.scalar == "char" %}'\0'{% else %}0{% endif -%}
{%- endmacro -%}
{%- macro range(v) -%}{% if v.range and v.scalar != "bool" %}, {{ v.range.low }}, {{ v.range.high }}{% endif %}{%- endmacro -%}
{%- macro bulk(v, depth) -%}{{ "1" if depth + 1 == v.dimensions and v.kind == "scalar" and v.scalar in ["short", "int", "long", "float", "double"] and not v.range }}{%- endmacro -%}
{%- macro put(v, e, where, i="        ", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}sandglassW.sameLength({{ e }} == null ? -1 : {{ e }}.length, {{ v.lengths[depth].text }}, {{ where }});
{% if bulk(v, depth) %}
{{ i }}sandglassW.putAll({{ e }});
{% else %}
{{ i }}for ({{ type(v, depth + 1) }} sandglassE{{ depth }} : {{ e }}) {
{{ put(v, "sandglassE" ~ depth, where, i ~ "    ", depth + 1) }}{{ i }}}
{% endif %}
{% elif v.kind == "scalar" %}
{{ i }}sandglassW.put_{{ v.scalar }}({{ e }}, {{ where }}{{ range(v) }});
{% elif v.kind == "string" %}
{{ i }}sandglassW.putString({{ e }}, {{ where }}, {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}{{ v.struct }}.sandglassPut(sandglassW, {{ e }}, {{ where }});
{% endif -%}
{%- endmacro -%}
{%- macro take(v, e, where, i="        ", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}{{ e }} = new {{ base(v) }}[sandglassR.times({{ v.lengths[depth].text }}, {{ v.smallest if depth + 1 == v.dimensions else 0 }})]{% for _ in v.lengths[depth + 1:] %}[]{% endfor %};
{% if bulk(v, depth) %}
{{ i }}sandglassR.takeAll({{ e }});
{% else %}
{{ i }}for (int sandglassI{{ depth }} = 0; sandglassI{{ depth }} < {{ e }}.length; sandglassI{{ depth }}++) {
{{ take(v, e ~ "[sandglassI" ~ depth ~ "]", where, i ~ "    ", depth + 1) }}{{ i }}}
{% endif %}
{% elif v.kind == "scalar" %}
{{ i }}{{ e }} = sandglassR.take_{{ v.scalar }}({{ where }}{{ range(v) }});
{% elif v.kind == "string" %}
{{ i }}{{ e }} = sandglassR.takeString({{ where }}, {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}{{ e }} = {{ v.struct }}.sandglassTake(sandglassR);
{% endif -%}
{%- endmacro -%}
