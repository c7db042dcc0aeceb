{% from "macros.pas" import heading, documentation, zero with context %}
unit {{ unit }};

{$mode objfpc}{$H+}

interface

uses SandglassTypes;
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}

{{ documentation(f) }}{{ heading(f) }}
{% endfor %}
{% endfor %}

implementation

uses Main;
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}

{{ heading(f) }}
begin
{% for p in f.parameters if p.direction == "out" %}
{{ zero(p.value, p.name) }}
{%- endfor %}
{% if f.result %}
{{ zero(f.result, "Result") }}
{%- endif %}
end;
{% endfor %}
{% endfor %}

end.
