{% from "macros.rs" import parameters, results, zeros, described %}
use crate::sandglass::*;
{% for f in own.functions %}

{{ described(f) }}pub fn {{ f.name }}({{ parameters(f) }}){{ results(f) }} {{ "{" if f.sent or f.returned or f.result else "{}" }}
{% for p in f.sent %}
    let _ = {{ p.name }};
{% endfor %}
{% if zeros(f) %}
    {{ zeros(f) }}
{% endif %}
{% if f.sent or f.returned or f.result %}
}
{% endif %}
{% endfor %}

pub fn main() {
    // Read the case, call the functions of the other interfaces, print the verdict.
}
