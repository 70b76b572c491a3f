/** Set by `npm test` to the folder of what it has built of these sources (scripts/build-server.mjs). */
export const builtFolder = (): string | undefined => process.env.TESTS_BUILT;

/**
 * What Node is given to run a program of `scripts/`: the source, or what `npm test` has built of it, which is what
 * production runs and starts in a third of the processor time.
 */
export function programOf(
  name: "data" | "field" | "operator" | "provider" | "serve" | "verify" | "webhook" | "worker",
): string[] {
  const built = builtFolder();
  return built === undefined ? ["--import", "tsx", `scripts/${name}.ts`] : [`${built}/${name}.mjs`];
}
