// The lint of the page's JavaScript: all rules of ESLint's recommended set.
import js from "@eslint/js";
import globals from "globals";

// What build.py fills in stands between @@ and @@: any value will do here.
const filled = {
  preprocess: (text) => [text.replace(/@@\w+@@/g, "null")],
  postprocess: (messages) => messages.flat(),
};

// What the page's scripts give each other, and what Pyodide's and Pyxel's give them.
const given = ["engine", "firstPicture", "pieces", "retroPyramid", "loadPyodide", "pyxelContext", "_scanCorrection"];
const page = { ...globals.browser, ...Object.fromEntries(given.map((name) => [name, "readonly"])) };

export default [
  {
    ...js.configs.recommended,
    files: ["page/*.js"],
    plugins: { page: { processors: { filled } } },
    processor: "page/filled",
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { ecmaVersion: 2023, sourceType: "script", globals: page },
  },
  { files: ["page/worker.js"], languageOptions: { globals: { ...globals.serviceworker } } },
];
