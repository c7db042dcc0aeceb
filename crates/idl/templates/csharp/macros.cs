{%- set SCALARS = {"bool": "bool", "char": "char", "ubyte": "byte", "short": "short", "ushort": "ushort", "int": "int", "uint": "uint", "long": "long", "ulong": "ulong", "float": "float", "double": "double"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}string{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{#- All dimensions are known when a value is made, so an array of arrays is one array. -#}
{%- macro type(v) -%}
{{ base(v) }}{% if v.dimensions %}[{% for _ in v.lengths[1:] %},{% endfor %}]{% endif -%}
{%- endmacro -%}
{%- macro result(f) -%}{% if f.result %}{{ type(f.result) }}{% else %}void{% endif %}{%- endmacro -%}
{%- set PASSED = {"in": "", "out": "out ", "inout": "ref "} -%}
{%- macro parameters(f) -%}
{%- for p in f.parameters %}{{ PASSED[p.direction] }}{{ type(p.value) }} {{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro xml(text) -%}{{ text|replace("&", "&amp;")|replace("<", "&lt;")|replace(">", "&gt;") }}{%- endmacro -%}
{%- macro summary(lines, i) -%}
{%- if lines|length == 1 %}
{{ i }}/// <summary>{{ xml(lines[0]) }}</summary>
{% elif lines %}
{{ i }}/// <summary>
{% for line in lines %}
{{ i }}/// {{ xml(line) }}
{% endfor %}
{{ i }}/// </summary>
{% endif -%}
{%- endmacro -%}
{%- macro documentation(f, i="    ") -%}
{{ summary(f.documentation, i) }}
{%- if f.parameters|map(attribute="documentation")|select|list %}
{% for p in f.parameters %}
{{ i }}/// <param name="{{ p.name|replace("@", "") }}">{{ xml(p.documentation|join(" ")) }}</param>
{% endfor %}
{% endif -%}
{%- endmacro -%}
{%- macro length(one) -%}
{%- if one.constant is not none %}{{ one.constant }}{% elif " " not in one.text %}{{ one.text|replace("(long)", "") }}{% else %}{{ one.text }}{% endif -%}
{%- endmacro -%}
{#- Something that a function can give before it is written. -#}
{%- macro zero(v) -%}
{%- if v.dimensions %}new {{ base(v) }}[{% for one in v.lengths %}{{ length(one) }}{{ ", " if not loop.last }}{% endfor %}]
{%- elif v.kind == "string" %}""
{%- elif v.kind == "struct" %}new {{ v.struct }}()
{%- elif v.scalar == "bool" %}false
{%- elif v.scalar == "char" %}'\0'
{%- else %}0{% endif -%}
{%- endmacro -%}
{%- macro has_range(v) -%}{{ "1" if v.range and v.scalar != "bool" }}{%- endmacro -%}
{%- macro bulk(v) -%}{{ "1" if v.kind == "scalar" and v.scalar not in ["bool", "char"] }}{%- endmacro -%}
{%- macro lengths(v) -%}{% for one in v.lengths %}, {{ one.text }}{% endfor %}{%- endmacro -%}
{%- macro put_one(v, e, where, i) -%}
{%- if v.kind == "scalar" -%}
{%- if has_range(v) %}
{{ i }}sandglassW.Check({{ e }}, {{ where }}, {{ v.range.low }}, {{ v.range.high }});
{% endif %}
{{ i }}sandglassW.Put({{ e }}{{ ", " ~ where if v.scalar == "char" }});
{% elif v.kind == "string" %}
{{ i }}sandglassW.Put({{ e }}, {{ where }}, {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}SandglassCode.Put(sandglassW, {{ e }});
{% endif -%}
{%- endmacro -%}
{%- macro put(v, e, where, i="        ") -%}
{%- if not v.dimensions -%}{{ put_one(v, e, where, i) }}
{%- else %}
{{ i }}sandglassW.Shape({{ e }}, {{ where }}{{ lengths(v) }});
{% if not bulk(v) %}
{{ i }}foreach ({{ base(v) }} sandglassE in {{ e }})
{{ i }}{
{{ put_one(v, "sandglassE", where, i ~ "    ") }}{{ i }}}
{% else %}
{% if has_range(v) %}
{{ i }}foreach ({{ base(v) }} sandglassE in {{ e }})
{{ i }}{
{{ i }}    sandglassW.Check(sandglassE, {{ where }}, {{ v.range.low }}, {{ v.range.high }});
{{ i }}}
{% endif %}
{{ i }}sandglassW.PutAll({{ e }});
{% endif %}
{% endif -%}
{%- endmacro -%}
{%- macro take_one(v, e, where, i) -%}
{%- if v.kind == "scalar" %}
{{ i }}{{ e }} = sandglassR.Take_{{ v.scalar }}();
{% if has_range(v) %}
{{ i }}sandglassR.Check({{ e }}, {{ where }}, {{ v.range.low }}, {{ v.range.high }});
{% endif %}
{% elif v.kind == "string" %}
{{ i }}{{ e }} = sandglassR.TakeString({{ where }}, {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}SandglassCode.Take(sandglassR, out {{ e }});
{% endif -%}
{%- endmacro -%}
{%- macro indices(v) -%}{% for _ in v.lengths %}sandglassI{{ loop.index0 }}{{ ", " if not loop.last }}{% endfor %}{%- endmacro -%}
{%- macro take(v, e, where, i="        ") -%}
{%- if not v.dimensions -%}{{ take_one(v, e, where, i) }}
{%- else %}
{{ i }}sandglassR.Room({{ v.smallest }}{{ lengths(v) }});
{{ i }}{{ e }} = new {{ base(v) }}[{% for one in v.lengths %}{{ one.text }}{{ ", " if not loop.last }}{% endfor %}];
{% if not bulk(v) %}
{% for _ in v.lengths %}
{{ i }}for (int sandglassI{{ loop.index0 }} = 0; sandglassI{{ loop.index0 }} < {{ e }}.GetLength({{ loop.index0 }}); sandglassI{{ loop.index0 }}++)
{% endfor %}
{{ i }}{
{{ take_one(v, e ~ "[" ~ indices(v) ~ "]", where, i ~ "    ") }}{{ i }}}
{% else %}
{{ i }}sandglassR.TakeAll({{ e }});
{% if has_range(v) %}
{{ i }}foreach ({{ base(v) }} sandglassE in {{ e }})
{{ i }}{
{{ i }}    sandglassR.Check(sandglassE, {{ where }}, {{ v.range.low }}, {{ v.range.high }});
{{ i }}}
{% endif %}
{% endif %}
{% endif -%}
{%- endmacro -%}
