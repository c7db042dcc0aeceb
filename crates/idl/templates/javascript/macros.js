{%- macro parameters(f) -%}
{%- for p in f.sent %}{{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro range(v) -%}{% if v.range and v.scalar != "bool" %}, {{ v.range.low }}, {{ v.range.high }}{% endif %}{%- endmacro -%}
{%- macro kind(v) -%}
{%- if v.kind == "struct" %}{{ v.struct }}{% elif v.kind == "string" or v.scalar == "char" %}string{% elif v.scalar == "bool" %}boolean{% elif v.scalar in ["long", "ulong"] %}bigint{% else %}number{% endif -%}
{%- for _ in v.lengths %}[]{% endfor -%}
{%- endmacro -%}
{%- macro documentation(f) -%}
/**
{% for line in f.documentation %}
 * {{ line }}
{% endfor %}
{% for p in f.parameters %}
 * @param { {{- kind(p.value) -}} } {{ p.name }}{{ " (" ~ p.direction ~ ")" if p.direction != "in" }}{{ " " if p.documentation }}{{ p.documentation|join(" ") }}
{% endfor %}
{% if f.result %}
 * @returns { {{- kind(f.result) -}} }{{ ", and the out parameters behind it in an array" if f.returned }}
{% elif f.returned %}
 * @returns the out parameters, in an array if there are several
{% endif %}
 */
{% endmacro -%}
{%- macro given(f) -%}
{%- if f.result %}sandglassResult{{ ", " if f.returned }}{% endif -%}
{%- for p in f.returned %}{{ p.name }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{%- macro put(v, e, where, i="    ", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}sandglassW.sameLength({{ e }}, {{ v.lengths[depth].text }}, {{ where }});
{{ i }}for (const sandglassE{{ depth }} of {{ e }}) {
{{ put(v, "sandglassE" ~ depth, where, i ~ "    ", depth + 1) }}{{ i }}}
{% elif v.kind == "scalar" %}
{{ i }}sandglassW.put_{{ v.scalar }}({{ e }}, {{ where }}{{ range(v) }});
{% elif v.kind == "string" %}
{{ i }}sandglassW.putString({{ e }}, {{ where }}, {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}sandglassPut_{{ v.struct }}(sandglassW, {{ e }}, {{ where }});
{% endif -%}
{%- endmacro -%}
{%- macro take(v, e, where, i="    ", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}{{ e }} = [];
{{ i }}for (let sandglassI{{ depth }} = sandglassR.times({{ v.lengths[depth].text }}{{ ", " ~ v.smallest if depth + 1 == v.dimensions else ", 0" }}); sandglassI{{ depth }} > 0; sandglassI{{ depth }}--) {
{{ i }}    let sandglassE{{ depth }};
{{ take(v, "sandglassE" ~ depth, where, i ~ "    ", depth + 1) }}{{ i }}    {{ e }}.push(sandglassE{{ depth }});
{{ i }}}
{% elif v.kind == "scalar" %}
{{ i }}{{ e }} = sandglassR.take_{{ v.scalar }}({{ where }}{{ range(v) }});
{% elif v.kind == "string" %}
{{ i }}{{ e }} = sandglassR.takeString({{ where }}, {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}{{ e }} = sandglassTake_{{ v.struct }}(sandglassR);
{% endif -%}
{%- endmacro -%}
