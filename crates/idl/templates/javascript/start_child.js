{% from "macros.js" import parameters, documentation %}
"use strict";
const Main = require("./Main.js");
{% for interface in interfaces[1:] %}
{% for f in interface.functions %}

{{ documentation(f) }}exports.{{ f.name }} = function ({{ parameters(f) }}) {
    throw new Error("not written yet");
};
{% endfor %}
{% endfor %}
void Main;
