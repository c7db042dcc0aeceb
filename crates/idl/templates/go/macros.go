{%- set SCALARS = {"bool": "bool", "char": "byte", "ubyte": "uint8", "short": "int16", "ushort": "uint16", "int": "int32", "uint": "uint32", "long": "int64", "ulong": "uint64", "float": "float32", "double": "float64"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}string{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{%- macro type(v, depth=0) -%}{% for _ in v.lengths[depth:] %}[]{% endfor %}{{ base(v) }}{%- endmacro -%}
{%- macro parameters(f) -%}
{%- for p in f.sent %}{{ p.name }} {{ type(p.value) }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{#- What a function gives: its result and its out parameters. -#}
{%- macro results(f) -%}
{%- set count = f.returned|length + (1 if f.result else 0) -%}
{%- if count > 0 %} {% endif -%}
{%- if count > 1 %}({% endif -%}
{%- if f.result %}{{ type(f.result) }}{{ ", " if f.returned }}{% endif -%}
{%- for p in f.returned %}{{ type(p.value) }}{{ ", " if not loop.last }}{% endfor -%}
{%- if count > 1 %}){% endif -%}
{%- endmacro -%}
{%- macro given(f) -%}
{%- if f.result %}sandglassResult{{ ", " if f.returned }}{% endif -%}
{%- for p in f.returned %}{{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro zero(v) -%}
{%- if v.dimensions %}nil{% elif v.kind == "string" %}""{% elif v.kind == "struct" %}{{ v.struct }}{}{% elif v.scalar == "bool" %}false{% else %}0{% endif -%}
{%- endmacro -%}
{%- macro zeros(f) -%}
{%- if f.result %}{{ zero(f.result) }}{{ ", " if f.returned }}{% endif -%}
{%- for p in f.returned %}{{ zero(p.value) }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro plain(text) -%}{{ text|replace("''", '"')|replace("``", '"') }}{%- endmacro -%}
{%- macro documentation(f) -%}
{%- for line in f.documentation %}
// {{ plain(line) }}
{% endfor -%}
{%- for p in f.parameters|default([]) if p.documentation %}
{% if f.documentation or not loop.first %}
//
{% endif %}
// {{ p.name }}: {{ plain(p.documentation|join(" ")) }}
{% endfor -%}
{%- endmacro -%}
{%- macro check(v, e, x, where, i) -%}
{%- if v.range and v.scalar != "bool" %}
{% if v.scalar == "ulong" %}
{{ i }}{{ x }}.checkUnsigned({{ e }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }})
{% elif v.scalar in ["float", "double"] %}
{{ i }}{{ x }}.checkFloat(float64({{ e }}), {{ v.range.low }}, {{ v.range.high }}, {{ where }})
{% else %}
{{ i }}{{ x }}.check(int64({{ e }}), {{ v.range.low }}, {{ v.range.high }}, {{ where }})
{% endif %}
{% endif -%}
{%- endmacro -%}
{%- macro check_all(v, e, x, where, i) -%}
{%- if v.range %}
{{ i }}for _, sandglassE := range {{ e }} {
{{ check(v, "sandglassE", x, where, i ~ "\t") }}{{ i }}}
{% endif -%}
{%- endmacro -%}
{%- macro put(v, e, where, i="\t", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}sandglassW.sameLength(len({{ e }}), {{ v.lengths[depth].text }}, {{ where }})
{% if depth + 1 == v.dimensions and v.kind == "scalar" and v.scalar != "bool" %}
{{ check_all(v, e, "sandglassW", where, i) }}{{ i }}sandglassPutAll(sandglassW, {{ e }})
{% else %}
{{ i }}for _, sandglassE{{ depth }} := range {{ e }} {
{{ put(v, "sandglassE" ~ depth, where, i ~ "\t", depth + 1) }}{{ i }}}
{% endif %}
{% elif v.kind == "scalar" %}
{{ check(v, e, "sandglassW", where, i) }}{{ i }}sandglassW.put_{{ v.scalar }}({{ e }})
{% elif v.kind == "string" %}
{{ i }}sandglassW.putString({{ e }}, {{ v.string_low }}, {{ v.string_high }}, {{ where }})
{% else %}
{{ i }}sandglassPut_{{ v.struct }}(sandglassW, &{{ e }})
{% endif -%}
{%- endmacro -%}
{%- macro take(v, e, where, i="\t", depth=0) -%}
{%- if depth < v.dimensions %}
{% if depth + 1 == v.dimensions and v.kind == "scalar" and v.scalar != "bool" %}
{{ i }}{{ e }} = sandglassTakeAll[{{ base(v) }}](sandglassR, {{ v.lengths[depth].text }})
{{ check_all(v, e, "sandglassR", where, i) }}
{%- else %}
{{ i }}{{ e }} = sandglassMake[{{ type(v, depth + 1) }}](sandglassR, {{ v.lengths[depth].text }}, {{ v.smallest if depth + 1 == v.dimensions else 0 }})
{{ i }}for sandglassI{{ depth }} := range {{ e }} {
{{ take(v, e ~ "[sandglassI" ~ depth ~ "]", where, i ~ "\t", depth + 1) }}{{ i }}}
{% endif %}
{% elif v.kind == "scalar" %}
{{ i }}{{ e }} = sandglassR.take_{{ v.scalar }}()
{{ check(v, e, "sandglassR", where, i) }}
{%- elif v.kind == "string" %}
{{ i }}{{ e }} = sandglassR.takeString({{ v.string_low }}, {{ v.string_high }}, {{ where }})
{% else %}
{{ i }}sandglassTake_{{ v.struct }}(sandglassR, &{{ e }})
{% endif -%}
{%- endmacro -%}
