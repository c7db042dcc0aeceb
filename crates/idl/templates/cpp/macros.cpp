{%- set SCALARS = {"bool": "bool", "char": "char", "ubyte": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int", "uint": "unsigned int", "long": "long long", "ulong": "unsigned long long", "float": "float", "double": "double"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}std::string{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{#- The type of what is left of a value after `depth` dimensions. -#}
{%- macro type(v, depth=0) -%}
{%- for _ in v.lengths[depth:] %}std::vector<{% endfor %}{{ base(v) }}{% for _ in v.lengths[depth:] %}>{% endfor -%}
{%- endmacro -%}
{%- macro result(f) -%}{% if f.result %}{{ type(f.result) }}{% else %}void{% endif %}{%- endmacro -%}
{%- macro parameters(f) -%}
{%- for p in f.parameters %}{{ type(p.value) }} {{ "&" if p.direction != "in" }}{{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{#- What an array's pointer points to: an element, or a row. -#}
{%- macro row(v) -%}
{{ base(v) }}{% for length in v.lengths[1:] %}[{{ length.text }}]{% endfor -%}
{%- endmacro -%}
{%- macro pointer_parameters(f, named=true) -%}
{%- for p in f.parameters -%}
{%- set name = p.name if named else "" -%}
{%- if p.value.dimensions == 0 %}{{ type(p.value) }} {{ name }}{% elif p.value.dimensions == 1 %}{{ base(p.value) }} *{{ name }}{% else %}{{ base(p.value) }} (*{{ name }}){% for length in p.value.lengths[1:] %}[{{ length.text }}]{% endfor %}{% endif %}{{ ", " if not loop.last -}}
{%- endfor -%}
{%- endmacro -%}
{%- macro documentation(lines, indent="") -%}
{%- for line in lines %}
{{ indent }}/// {{ line }}
{% endfor -%}
{%- endmacro -%}
{%- macro put(v, e, where, depth=0) -%}
{%- if depth < v.dimensions %}
    sandglass_w.same_length({{ e }}.size(), {{ v.lengths[depth].text }}, {{ where }});
{% if depth + 1 == v.dimensions and v.kind == "scalar" and v.scalar != "bool" and not v.range %}
    sandglass_w.put_all({{ e }});
{% else %}
    for (const auto &sandglass_e{{ depth }} : {{ e }}) {
{{ put(v, "sandglass_e" ~ depth, where, depth + 1) }}    }
{% endif %}
{% elif v.kind == "scalar" %}
{% if v.range %}
    sandglass_w.check({{ e }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% endif %}
    sandglass_w.put<{{ base(v) }}>({{ e }});
{% elif v.kind == "string" %}
    sandglass_w.put_string({{ e }}, {{ v.string_low }}, {{ v.string_high }}, {{ where }});
{% else %}
    sandglass_put(sandglass_w, {{ e }});
{% endif -%}
{%- endmacro -%}
{%- macro take(v, e, where, depth=0) -%}
{%- if depth < v.dimensions %}
    sandglass_r.make_room({{ e }}, {{ v.lengths[depth].text }}, {{ v.smallest if depth + 1 == v.dimensions else 0 }});
{% if depth + 1 == v.dimensions and v.kind == "scalar" and v.scalar != "bool" and not v.range %}
    sandglass_r.take_all({{ e }});
{% else %}
    for (std::size_t sandglass_i{{ depth }} = 0; sandglass_i{{ depth }} < {{ e }}.size(); sandglass_i{{ depth }}++) {
{{ take(v, e ~ "[sandglass_i" ~ depth ~ "]", where, depth + 1) }}    }
{% endif %}
{% elif v.kind == "scalar" %}
    {{ e }} = sandglass_r.take<{{ base(v) }}>();
{% if v.scalar == "bool" %}
{% elif v.range %}
    sandglass_r.check({{ e }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% endif %}
{% elif v.kind == "string" %}
    {{ e }} = sandglass_r.take_string({{ v.string_low }}, {{ v.string_high }}, {{ where }});
{% else %}
    sandglass_take(sandglass_r, {{ e }});
{% endif -%}
{%- endmacro -%}
