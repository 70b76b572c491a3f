/** The project's own lint rules: what only some layers may do, by selectors of the syntax tree. */
const NO_DEFAULT_EXPORT = { ExportDefaultDeclaration: "Use a named export." };
const NO_ENVIRONMENT = {
  "MemberExpression[object.name='process'][property.name='env']": "Read the environment in lib/runtime/env.ts only.",
};
const NO_FORMATTER_EACH_TIME = {
  "CallExpression[callee.property.name=/^toLocale(String|DateString|TimeString)$/]":
    "Makes a formatter for each figure: use lib/domain/numbers.ts, or keep an Intl format.",
};
const NO_CLOCK = {
  "NewExpression[callee.name='Date'][arguments.length=0]": "The engine reads no clock: take the time as an argument.",
  "CallExpression[callee.object.name='Date'][callee.property.name='now']": "The engine reads no clock.",
  "CallExpression[callee.object.name='Math'][callee.property.name='random']": "The engine is deterministic.",
};

/** A rule that refuses whatever a selector finds, with that selector's words. */
const refusing = (messages) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
});

export default {
  meta: { name: "house" },
  rules: {
    "no-default-export": refusing(NO_DEFAULT_EXPORT),
    "no-environment": refusing(NO_ENVIRONMENT),
    "no-formatter-each-time": refusing(NO_FORMATTER_EACH_TIME),
    "no-clock": refusing(NO_CLOCK),
  },
};
