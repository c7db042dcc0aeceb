{%- set SCALARS = {"bool": "bool", "char": "u8", "ubyte": "u8", "short": "i16", "ushort": "u16", "int": "i32", "uint": "u32", "long": "i64", "ulong": "u64", "float": "f32", "double": "f64"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}String{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{#- The type of what is left of a value after `depth` dimensions, owned. -#}
{%- macro type(v, depth=0) -%}
{%- for _ in v.lengths[depth:] %}Vec<{% endfor %}{{ base(v) }}{% for _ in v.lengths[depth:] %}>{% endfor -%}
{%- endmacro -%}
{#- A parameter's type: what is only read is borrowed, and so is what is changed. -#}
{%- macro borrowed(p) -%}
{%- if p.direction == "in" and p.value.is_plain %}{{ base(p.value) }}
{%- else %}&{{ "mut " if p.direction == "inout" }}
{%- if p.value.dimensions %}[{{ type(p.value, 1) }}]
{%- elif p.direction == "in" and p.value.kind == "string" %}str
{%- else %}{{ base(p.value) }}{% endif %}{% endif -%}
{%- endmacro -%}
{%- macro parameters(f) -%}
{%- for p in f.sent %}{{ p.name }}: {{ borrowed(p) }}{{ ", " if not loop.last }}{% endfor -%}
{%- endmacro -%}
{#- What a function gives: its result and its out parameters, one word each. -#}
{%- macro tuple(parts) -%}
{%- if parts|length > 1 %}({{ parts|join(", ") }}){% else %}{{ parts|join }}{% endif -%}
{%- endmacro -%}
{%- macro results(f) -%}
{%- set parts = namespace(all=[type(f.result)] if f.result else []) -%}
{%- for p in f.returned if p.direction == "out" %}{% set parts.all = parts.all + [type(p.value)] %}{% endfor -%}
{%- if parts.all %} -> {{ tuple(parts.all) }}{% endif -%}
{%- endmacro -%}
{%- macro given(f) -%}
{%- set parts = namespace(all=["sandglass_result"] if f.result else []) -%}
{%- for p in f.returned if p.direction == "out" %}{% set parts.all = parts.all + [p.name] %}{% endfor -%}
{{ tuple(parts.all) }}
{%- endmacro -%}
{%- macro zero(v) -%}
{%- if v.dimensions %}Vec::new(){% elif v.kind == "string" %}String::new(){% elif v.kind == "struct" %}{{ v.struct }}::default(){% elif v.scalar == "bool" %}false{% elif v.scalar in ["float", "double"] %}0.0{% else %}0{% endif -%}
{%- endmacro -%}
{%- macro zeros(f) -%}
{%- set parts = namespace(all=[zero(f.result)] if f.result else []) -%}
{%- for p in f.returned if p.direction == "out" %}{% set parts.all = parts.all + [zero(p.value)] %}{% endfor -%}
{{ tuple(parts.all) }}
{%- endmacro -%}
{%- macro documentation(lines, i="") -%}
{%- for line in lines %}
{{ i }}///{{ " " ~ line if line }}
{% endfor -%}
{%- endmacro -%}
{#- That of a function, and then of its parameters, a paragraph each. -#}
{%- macro described(f) -%}
{{ documentation(f.documentation) }}
{%- for p in f.parameters if p.documentation %}
{% if f.documentation or not loop.first %}
///
{% endif %}
/// `{{ p.written }}`: {{ p.documentation|join(" ") }}
{% endfor -%}
{%- endmacro -%}
{%- macro place(function, parameter) -%}sandglass_wire::at("{{ function }}", "{{ parameter }}"){%- endmacro -%}
{#- Statements that write `e`; `star` stands before it where it is a reference. -#}
{%- macro put(v, e, where, i="    ", star="", depth=0, w="&mut sandglass_w") -%}
{%- if depth < v.dimensions %}
{{ i }}sandglass_w.same_length({{ e }}.len(), {{ v.lengths[depth].text }}, {{ where }});
{% if depth + 1 == v.dimensions and v.kind == "scalar" and v.range and v.scalar != "bool" %}
{{ i }}sandglass_w.put_all_between({{ e }}.iter(), {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% elif depth + 1 == v.dimensions and v.kind == "scalar" %}
{{ i }}sandglass_w.put_all({{ e }}.iter());
{% else %}
{{ i }}for sandglass_e{{ depth }} in {{ e }}.iter() {
{{ put(v, "sandglass_e" ~ depth, where, i ~ "    ", "*", depth + 1, w) }}{{ i }}}
{% endif %}
{% elif v.kind == "scalar" and v.range and v.scalar != "bool" %}
{{ i }}sandglass_w.put_between({{ star }}{{ e }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }});
{% elif v.kind == "scalar" %}
{{ i }}sandglass_w.put({{ star }}{{ e }});
{% elif v.kind == "string" %}
{{ i }}sandglass_w.put_text({{ e }}.as_bytes(), {{ v.string_low }}, {{ v.string_high }}, {{ where }});
{% else %}
{{ i }}{{ e }}.sandglass_put({{ w }});
{% endif -%}
{%- endmacro -%}
{#- An expression that reads a value from `sandglass_r`, which is `r` at the outermost. -#}
{%- macro take(v, where, depth=0, r="&mut sandglass_r") -%}
{%- if depth < v.dimensions -%}
{%- if depth + 1 == v.dimensions and v.kind == "scalar" and (v.scalar == "bool" or not v.range) -%}
sandglass_r.take_all({{ v.lengths[depth].text }})
{%- elif depth + 1 == v.dimensions and v.kind == "scalar" -%}
sandglass_r.take_all_between({{ v.lengths[depth].text }}, {{ v.range.low }}, {{ v.range.high }}, {{ where }})
{%- elif depth + 1 == v.dimensions and v.kind == "struct" -%}
sandglass_r.take_each({{ v.lengths[depth].text }}, {{ v.smallest }}, {{ v.struct }}::sandglass_take)
{%- else -%}
sandglass_r.take_each({{ v.lengths[depth].text }}, {{ v.smallest if depth + 1 == v.dimensions else 0 }}, |sandglass_r| {{ take(v, where, depth + 1, "sandglass_r") }})
{%- endif -%}
{%- elif v.kind == "scalar" and v.range and v.scalar != "bool" -%}
sandglass_r.take_between({{ v.range.low }}, {{ v.range.high }}, {{ where }})
{%- elif v.kind == "scalar" -%}
sandglass_r.take()
{%- elif v.kind == "string" -%}
sandglass_r.take_text({{ v.string_low }}, {{ v.string_high }}, {{ where }})
{%- else -%}
{{ v.struct }}::sandglass_take({{ r }})
{%- endif -%}
{%- endmacro -%}
