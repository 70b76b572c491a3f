import { readEnvironment } from "@/lib/runtime/env";
import { ENVIRONMENT_NOTES } from "@/lib/runtime/env-notes";

/** Defaults that depend on the machine they are read on. */
const MACHINE_DEPENDENT = new Set(["REPORT_WORKERS", "DRIFT_THREADS"]);

/**
 * The text of `.env.example`: every variable with what it means. A required one stands as an assignment; every other
 * one stands as a comment with its default, or with an example where it has none.
 */
export function environmentExample(): string {
  const defaults: Record<string, unknown> = {
    ...readEnvironment({
      NODE_ENV: "production",
      DATABASE_URL: "postgresql://localhost/hedgerow",
      API_KEY_HASH_SECRET: "x".repeat(32),
    }),
  };
  const blocks = Object.entries(ENVIRONMENT_NOTES).map(([name, { about, example, isRequired }]) => {
    const value = example ?? shownDefault(name, defaults[name]);
    return `# ${about}\n${isRequired === true ? "" : "# "}${name}=${value}\n`;
  });
  return `# Environment of Hedgerow. Written by \`npm run env:example\`; docs/operations.md tells more.\n\n${blocks.join("\n")}`;
}

const shownDefault = (name: string, value: unknown): string => {
  if (MACHINE_DEPENDENT.has(name)) return "1";
  return Array.isArray(value) ? value.join(",") : String(value);
};
