{% from "macros.js" import parameters, documentation %}
"use strict";
const {{ module }} = require("./{{ module }}.js");
{% for f in own.functions %}

{{ documentation(f) }}exports.{{ f.name }} = function ({{ parameters(f) }}) {
    throw new Error("not written yet");
};
{% endfor %}

// Read the case, call the functions of the other interfaces as {{ module }}.name(...), print the verdict.
void {{ module }};
