{% from "macros.go" import parameters, results, zeros, documentation %}
package main
{% for f in own.functions %}

{{ documentation(f) }}func {{ f.name }}({{ parameters(f) }}){{ results(f) }} {
{% if f.result or f.returned %}
	return {{ zeros(f) }}
{% endif %}
}
{% endfor %}

func main() {
	// Read the case, call the functions of the other interfaces, print the verdict.
}
