{%- set SCALARS = {"bool": "Boolean", "char": "AnsiChar", "ubyte": "Byte", "short": "SmallInt", "ushort": "Word", "int": "LongInt", "uint": "LongWord", "long": "Int64", "ulong": "QWord", "float": "Single", "double": "Double"} -%}
{%- macro base(v) -%}
{%- if v.kind == "scalar" %}{{ SCALARS[v.scalar] }}{% elif v.kind == "string" %}AnsiString{% else %}{{ v.struct }}{% endif -%}
{%- endmacro -%}
{#- Arrays have names, which SandglassTypes declares. -#}
{%- macro array(name, dimensions) -%}
{%- if dimensions %}T{{ name|replace("&", "") }}{{ ["", "Array", "Matrix"][dimensions]|default("Array" ~ dimensions) }}{% else %}{{ name }}{% endif -%}
{%- endmacro -%}
{%- macro type(v) -%}{{ array(base(v), v.dimensions) }}{%- endmacro -%}
{%- set PASSED = {"in": "", "out": "out ", "inout": "var "} -%}
{%- macro heading(f, own=true) -%}
{{ "function " if f.result else "procedure " }}{{ f.name }}
{%- if f.parameters %}({% for p in f.parameters -%}
{%- if p.direction != "in" %}{{ PASSED[p.direction] }}{% elif not own and not p.value.is_plain %}const {% endif -%}
{{ p.name }}: {% if not own and p.direction == "in" and p.value.dimensions == 1 %}array of {{ base(p.value) }}{% else %}{{ type(p.value) }}{% endif -%}
{{ "; " if not loop.last }}{% endfor %}){% endif -%}
{{ ": " ~ type(f.result) if f.result }};
{%- endmacro -%}
{#- Arrays as sources for libinteractive declare them: a length that is fixed stands in the type. -#}
{%- macro has_rows(v) -%}{{ "1" if v.kind == "scalar" and v.dimensions and not v.inner_varies and (v.dimensions > 1 or v.lengths[0].constant is not none) and 0 not in v.lengths|map(attribute="constant")|list }}{%- endmacro -%}
{%- macro rows_name(v) -%}SandglassRows{% for one in v.lengths %}_{{ one.constant if one.constant is not none else "Array" }}{% endfor %}_{{ SCALARS[v.scalar] }}{%- endmacro -%}
{%- macro rows_type(v) -%}{% for one in v.lengths %}array {% if one.constant is not none %}[0..{{ one.constant - 1 }}] {% endif %}of {% endfor %}{{ SCALARS[v.scalar] }}{%- endmacro -%}
{#- Makes one of the two kinds of array of the other, where somebody passes it. -#}
{%- macro convert(v, from, to, is_dynamic) %}
operator := (const sandglassA: {{ from }}): {{ to }};
var
{% for _ in v.lengths %}
  sandglassI{{ loop.index0 }}: SizeInt;
{% endfor %}
begin
{% if is_dynamic or v.lengths[0].constant is none %}
  Result := nil;
  System.SetLength(Result, System.Length(sandglassA){% if is_dynamic %}{% for one in v.lengths[1:] %}, {{ one.constant }}{% endfor %}{% endif %});
{% endif %}
{% for _ in v.lengths %}
  for sandglassI{{ loop.index0 }} := 0 to System.High(sandglassA{% if not loop.first %}[sandglassI0]{% for at in range(1, loop.index0) %}[sandglassI{{ at }}]{% endfor %}{% endif %}) do
{% endfor %}
    Result{% for _ in v.lengths %}[sandglassI{{ loop.index0 }}]{% endfor %} := sandglassA{% for _ in v.lengths %}[sandglassI{{ loop.index0 }}]{% endfor %};
end;
{% endmacro -%}
{%- macro comment(lines, i="") -%}
{%- if lines|length == 1 %}
{{ i }}{ {{ lines[0] }} }
{% elif lines %}
{{ i }}{ {{ lines|join("\n  " ~ i) }} }
{% endif -%}
{%- endmacro -%}
{%- macro documentation(f) -%}
{%- set parameters = f.parameters|selectattr("documentation")|list -%}
{%- if f.documentation or parameters %}
{ {{ f.documentation|join("\n  ") }}
{%- for p in parameters %}{{ "\n  " if f.documentation or not loop.first }}@param({{ p.name|replace("&", "") }} {{ p.documentation|join(" ") }}){% endfor %} }
{% endif -%}
{%- endmacro -%}
{%- macro length(one) -%}
{%- if one.constant is not none %}{{ one.constant }}{% elif " " not in one.text %}{{ one.text|replace("Int64(", "")|replace(")", "")|replace("(", "") }}{% else %}{{ one.text }}{% endif -%}
{%- endmacro -%}
{#- Something that a function can give before it is written. -#}
{%- macro zero(v, e) -%}
{%- if v.dimensions %}
  {{ e }} := nil;
  SetLength({{ e }}{% for one in v.lengths %}, {{ length(one) }}{% endfor %});
{% elif v.kind == "string" %}
  {{ e }} := '';
{% elif v.kind == "struct" %}
  {{ e }} := Default({{ v.struct }});
{% else %}
  {{ e }} := {{ {"bool": "False", "char": "#0"}[v.scalar]|default("0") }};
{% endif -%}
{%- endmacro -%}
{#- As many loops as there are dimensions in any of these values. -#}
{%- macro loops(values) -%}
{%- for _ in range(values|map(attribute="dimensions")|list|max if values else 0) %}
  sandglassI{{ loop.index0 }}: SizeInt;
{% endfor -%}
{%- endmacro -%}
{%- macro check(who, v, e, where, i) -%}
{%- if v.range and v.scalar != "bool" %}
{{ i }}{{ who }}.Check{{ {"ulong": "Unsigned", "float": "Real", "double": "Real"}[v.scalar]|default("") }}({{ "Ord(" ~ e ~ ")" if v.scalar == "char" else e }}, '{{ where }}', {{ v.range.low }}, {{ v.range.high }});
{% endif -%}
{%- endmacro -%}
{%- macro bulk(v, depth) -%}{{ "1" if depth + 1 == v.dimensions and v.kind == "scalar" and v.scalar != "bool" }}{%- endmacro -%}
{%- macro put(v, e, where, i="  ", depth=0) -%}
{%- if depth < v.dimensions %}
{{ i }}sandglassW.Shape(System.Length({{ e }}), '{{ where }}', {{ v.lengths[depth].text }});
{% if not bulk(v, depth) or v.range %}
{{ i }}for sandglassI{{ depth }} := 0 to System.High({{ e }}) do
{{ i }}begin
{% if bulk(v, depth) %}
{{ check("sandglassW", v, e ~ "[sandglassI" ~ depth ~ "]", where, i ~ "  ") }}
{%- else %}
{{ put(v, e ~ "[sandglassI" ~ depth ~ "]", where, i ~ "  ", depth + 1) }}
{%- endif %}
{{ i }}end;
{% endif %}
{% if bulk(v, depth) %}
{{ i }}if System.Length({{ e }}) > 0 then
{{ i }}  sandglassW.PutAll({{ e }}[0], System.Length({{ e }}) * {{ v.bytes }});
{% endif %}
{% elif v.kind == "scalar" %}
{{ check("sandglassW", v, e, where, i) -}}
{{ i }}sandglassW.Put_{{ v.scalar }}({{ e }});
{% elif v.kind == "string" %}
{{ i }}sandglassW.PutString({{ e }}, '{{ where }}', {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}SandglassPut(sandglassW, {{ e }});
{% endif -%}
{%- endmacro -%}
{%- macro take(v, e, where, i="  ", depth=0) -%}
{%- if depth < v.dimensions %}
{% if depth == 0 %}
{{ i }}sandglassR.Room({{ v.lengths|map(attribute="text")|join(" * ") }}, {{ v.smallest }});
{{ i }}{{ e }} := nil;
{{ i }}System.SetLength({{ e }}{% for one in v.lengths %}, {{ one.text }}{% endfor %});
{% endif %}
{% if bulk(v, depth) %}
{{ i }}if System.Length({{ e }}) > 0 then
{{ i }}  sandglassR.TakeAll({{ e }}[0], System.Length({{ e }}) * {{ v.bytes }});
{% endif %}
{% if not bulk(v, depth) or v.range %}
{{ i }}for sandglassI{{ depth }} := 0 to System.High({{ e }}) do
{{ i }}begin
{% if bulk(v, depth) %}
{{ check("sandglassR", v, e ~ "[sandglassI" ~ depth ~ "]", where, i ~ "  ") }}
{%- else %}
{{ take(v, e ~ "[sandglassI" ~ depth ~ "]", where, i ~ "  ", depth + 1) }}
{%- endif %}
{{ i }}end;
{% endif %}
{% elif v.kind == "scalar" %}
{{ i }}{{ e }} := sandglassR.Take_{{ v.scalar }};
{{ check("sandglassR", v, e, where, i) }}
{%- elif v.kind == "string" %}
{{ i }}{{ e }} := sandglassR.TakeString('{{ where }}', {{ v.string_low }}, {{ v.string_high }});
{% else %}
{{ i }}SandglassTake(sandglassR, {{ e }});
{% endif -%}
{%- endmacro -%}
