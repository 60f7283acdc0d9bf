// The lint of the page's JavaScript: all rules of ESLint's recommended set.
import js from "@eslint/js";
import globals from "globals";

// Names that the build defines (`define` in tools/bundle.py), and those of Pyodide and Pyxel (page/globals.d.ts).
const defined = ["__RUNTIME_FILES__", "__SNAPSHOT_ID__", "loadPyodide", "pyxelContext", "_scanCorrection"];
const definedInWorker = ["__VERSION__", "__FILES__", "__RUNTIME__", "__RUNTIME_VERSION__"];
const readonly = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
  {
    ...js.configs.recommended,
    files: ["page/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: { ...globals.browser, ...readonly(defined) } },
  },
  {
    files: ["page/worker.js"],
    languageOptions: { sourceType: "script", globals: { ...globals.serviceworker, ...readonly(definedInWorker) } },
  },
  { files: ["page/poster.js"], languageOptions: { sourceType: "script" } },
];
