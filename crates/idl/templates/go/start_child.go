{% from "macros.go" import parameters, results, zeros, documentation %}
package main
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}

{{ documentation(f) }}func {{ f.name }}({{ parameters(f) }}){{ results(f) }} {
{% if f.result or f.returned %}
	return {{ zeros(f) }}
{% endif %}
}
{% endfor %}
{% endfor %}
