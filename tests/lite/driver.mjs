// Python in WebAssembly, told what to run by lines of JSON: {"python": "...", "given": {...}}.
// Each is answered by a line with the value of the last expression, or with the error.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , folder, wheels] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({
  env: { XLWINGS_ON_SERVER: "true", XLWINGS_LICENSE_KEY: "noncommercial" },
  stdout: (text) => process.stderr.write(text + "\n"),
  stderr: (text) => process.stderr.write(text + "\n"),
});
for (const name of readdirSync(wheels)) {
  python.unpackArchive(new Uint8Array(readFileSync(join(wheels, name))), "wheel");
}
for await (const line of createInterface({ input: process.stdin })) {
  const { python: code, given } = JSON.parse(line);
  python.globals.set("given", JSON.stringify(given));
  let answer;
  try {
    answer = { value: await python.runPythonAsync(code) };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
