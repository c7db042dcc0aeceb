// Starts the editor server for files of the interface language.
"use strict";
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
    const command = workspace.getConfiguration("sandglass").get("command");
    client = new LanguageClient("sandglass-idl", "Sandglass interface language", { command, args: ["task", "lsp"] }, { documentSelector: [{ language: "sandglass-idl" }] });
    await client.start();
};

exports.deactivate = function () {
    return client ? client.stop() : undefined;
};
