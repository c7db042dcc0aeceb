{%- set SCALARS = {"bool": "bool", "char": "char", "ubyte": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int", "uint": "unsigned int", "long": "long long", "ulong": "unsigned long long", "float": "float", "double": "double"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}const char *{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{#- A type and a space, or none after a star. -#}
{%- macro spaced(v) -%}{{ base(v) }}{{ " " if v.kind != "string" }}{%- endmacro -%}
{%- macro result(f) -%}
{%- if f.result %}{{ spaced(f.result) }}{{ "*" if f.result.dimensions }}{% else %}void {% endif -%}
{%- endmacro -%}
{#- Arrays whose inner lengths are fixed are declared with them; others are flat, the last index fastest. -#}
{%- macro declared(v, name, pointer) -%}
{%- if not v.dimensions %}{{ spaced(v) }}{{ "*" if pointer }}{{ name }}
{%- elif v.dimensions > 1 and not v.inner_varies %}{{ spaced(v) }}{{ name }}[]{% for l in v.lengths[1:] %}[{{ l.constant }}]{% endfor %}
{%- elif v.dimensions == 1 %}{{ spaced(v) }}{{ name }}[]
{%- else %}{{ spaced(v) }}*{{ name }}
{%- endif -%}
{%- endmacro -%}
{%- macro parameters(f) -%}
{%- for p in f.parameters %}{{ declared(p.value, p.name, p.direction != "in") }}{{ ", " if not loop.last }}{% endfor -%}
{%- if not f.parameters %}void{% endif -%}
{%- endmacro -%}
{#- The same in the stub, where out parameters that are no arrays get variables of their own. -#}
{%- macro received(f) -%}
{%- for p in f.parameters %}{{ declared(p.value, ("sandglass_out_" if p.direction != "in" and not p.value.dimensions else "") ~ p.name, p.direction != "in") }}{{ ", " if not loop.last }}{% endfor -%}
{%- if not f.parameters %}void{% endif -%}
{%- endmacro -%}
{%- macro count(v) -%}{% for l in v.lengths %}{{ l.text }}{{ " * " if not loop.last }}{% endfor %}{%- endmacro -%}
{%- macro checker(v) -%}
{{ "double" if v.scalar in ["float", "double"] else "ulong" if v.scalar == "ulong" else "char" if v.scalar == "char" else "long" }}
{%- endmacro -%}
{#- All elements of an array of scalars against their range; one by one where something is wrong. -#}
{%- macro check_all(v, who, where) -%}
{%- if v.range and v.scalar != "bool" %}
        {% if v.scalar in ["ubyte", "short", "ushort", "int", "uint", "long"] %}if (!sandglass_within_{{ v.scalar }}(sandglass_p, (size_t)sandglass_n, {{ v.range.low }}, {{ v.range.high }})) {% endif %}for (long long sandglass_i = 0; sandglass_i < sandglass_n; sandglass_i++) sandglass_check_{{ checker(v) }}({{ who }}, sandglass_p[sandglass_i], {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% endif -%}
{%- endmacro -%}
{%- macro put_one(v, e, where) -%}
{%- if v.kind == "scalar" %}
{% if v.range and v.scalar != "bool" %}
        sandglass_check_{{ checker(v) }}(&sandglass_w->who, {{ e }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% endif %}
        sandglass_raw(sandglass_w, &{{ e }}, sizeof {{ e }});
{% elif v.kind == "string" %}
        sandglass_put_string(sandglass_w, {{ e }}, {{ v.string_low }}, {{ v.string_high }}, {{ where }});
{% else %}
        sandglass_put_{{ v.struct }}(sandglass_w, &{{ e }});
{% endif -%}
{%- endmacro -%}
{%- macro put(v, e, where) -%}
{%- if v.dimensions %}
    {
        const long long sandglass_n = {{ count(v) }};
        {{ "const " if v.kind != "string" }}{{ spaced(v) }}*sandglass_p = ({{ "const " if v.kind != "string" }}{{ spaced(v) }}*){{ e }};
{% if v.kind == "scalar" %}
{{ check_all(v, "&sandglass_w->who", where) }}        sandglass_raw(sandglass_w, sandglass_p, (size_t)sandglass_n * sizeof *sandglass_p);
{% else %}
        for (long long sandglass_i = 0; sandglass_i < sandglass_n; sandglass_i++) {
{{ put_one(v, "sandglass_p[sandglass_i]", where) }}        }
{% endif %}
    }
{% else %}
{{ put_one(v, e, where) }}
{%- endif -%}
{%- endmacro -%}
{%- macro take_one(v, e, where) -%}
{%- if v.kind == "scalar" %}
{% if v.scalar == "bool" %}
        {{ e }} = sandglass_take_byte(sandglass_r) != 0;
{% else %}
        sandglass_take(sandglass_r, &{{ e }}, sizeof {{ e }});
{% if v.range %}
        sandglass_check_{{ checker(v) }}(&sandglass_r->who, {{ e }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% endif %}
{% endif %}
{% elif v.kind == "string" %}
        {{ e }} = sandglass_take_string(sandglass_r, {{ v.string_low }}, {{ v.string_high }}, {{ where }});
{% else %}
        sandglass_take_{{ v.struct }}(sandglass_r, &{{ e }});
{% endif -%}
{%- endmacro -%}
{#- `own` says whether the memory is there, or to be made. -#}
{%- macro take(v, e, where, own) -%}
{%- if v.dimensions %}
    {
        const long long sandglass_n = {{ count(v) }};
{% set as_it_lies = v.kind == "scalar" and v.scalar != "bool" %}
{% if not own %}
        {{ e }} = {% if as_it_lies %}sandglass_take_array(sandglass_r, sandglass_n, sizeof({{ base(v) }})){% else %}sandglass_make(sandglass_r, sandglass_n, {{ v.smallest }}, sizeof({{ base(v) }})){% endif %};
{% endif %}
{% if own or not as_it_lies or v.range %}
        {{ spaced(v) }}*sandglass_p = ({{ spaced(v) }}*){{ e }};
{% endif %}
{% if as_it_lies %}
{% if own %}
        sandglass_take(sandglass_r, sandglass_p, (size_t)sandglass_n * sizeof *sandglass_p);
{% endif %}
{{ check_all(v, "&sandglass_r->who", where) }}
{%- else %}
        for (long long sandglass_i = 0; sandglass_i < sandglass_n; sandglass_i++) {
{{ take_one(v, "sandglass_p[sandglass_i]", where) }}        }
{% endif %}
    }
{% else %}
{{ take_one(v, e, where) }}
{%- endif -%}
{%- endmacro -%}
