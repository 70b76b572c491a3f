import tseslint from "typescript-eslint";
import reactHooks from "eslint-plugin-react-hooks";

const noClock = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "The engine reads no clock: take the time as an argument.",
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "The engine reads no clock.",
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: "The engine is deterministic.",
  },
];
const noDefaultExport = { selector: "ExportDefaultDeclaration", message: "Use a named export." };
const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Read the environment in lib/runtime/env.ts only.",
};
const noFormatterEachTime = {
  selector: "CallExpression[callee.property.name=/^toLocale(String|DateString|TimeString)$/]",
  message: "Makes a formatter for each figure: use lib/domain/numbers.ts, or keep an Intl format.",
};

export default tseslint.config(
  {
    ignores: [
      ".next/**",
      "dist/**",
      ".data/**",
      "node_modules/**",
      "lib/data/generated/**",
      "next-env.d.ts",
      "public/**",
      // Compiled strictly against generated types by tests/contract/openapi/clients.test.ts.
      "docs/examples/**",
      // Compiled strictly against generated types by tests/contract/clients.
      "clients/**",
      "bench/results/**",
    ],
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/require-await": "off",
      complexity: ["error", 12],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      "no-restricted-syntax": ["error", noDefaultExport, noEnvironment, noFormatterEachTime],
    },
  },
  {
    files: ["lib/engine/**", "lib/geo/**", "lib/domain/**"],
    rules: { "no-restricted-syntax": ["error", noDefaultExport, noEnvironment, noFormatterEachTime, ...noClock] },
  },
  { files: ["lib/runtime/env.ts"], rules: { "no-restricted-syntax": ["error", noDefaultExport] } },
  // Next's own files, tool settings and command-line programs: default exports, environment and console are their means.
  {
    files: ["app/**/{page,layout,not-found,error,global-error}.tsx", "*.config.ts", "prisma.config.ts"],
    rules: { "no-restricted-syntax": ["error", noEnvironment, noFormatterEachTime] },
  },
  {
    files: ["*.config.ts", "prisma.config.ts", "scripts/**", "tests/**", "bench/**"],
    rules: { "no-restricted-syntax": "off", "no-console": "off" },
  },
  {
    files: ["tests/**"],
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": "off",
    },
  },
  {
    files: ["tests/e2e/*.spec.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "@playwright/test",
          importNames: ["test"],
          message: "Use the test of tests/e2e/fixture.ts, which says what the device keeps.",
        },
      ],
    },
  },
  { files: ["scripts/**/*.mjs", "eslint.config.mjs"], extends: [tseslint.configs.disableTypeChecked] },
);
