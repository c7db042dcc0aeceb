{% from "macros.pas" import heading, documentation, zero with context %}
unit Main;

{$mode objfpc}{$H+}

interface

uses SandglassTypes;
{% for f in own.functions %}

{{ documentation(f) }}{{ heading(f) }}
{% endfor %}

{ Reads the case, calls the functions of the other interfaces, prints the verdict. }
procedure Run;

implementation

uses {{ unit }};
{% for f in own.functions %}

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

procedure Run;
begin
end;

end.
