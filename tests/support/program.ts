/** Set by `npm test` to the folder of what it has built of these sources (scripts/build-server.mjs); empty is not set. */
export function builtFolder(): string | undefined {
  const folder = process.env.TESTS_BUILT ?? "";
  return folder === "" ? undefined : folder;
}

/**
 * What Node is given to run a program of `scripts/`: the source, or what `npm test` has built of it, which is what
 * production runs and starts in a third of the processor time.
 */
export function programOf(
  name: "data" | "field" | "labels" | "operator" | "provider" | "serve" | "verify" | "webhook" | "worker",
): string[] {
  const built = builtFolder();
  return built === undefined ? ["--import", "tsx", `scripts/${name}.ts`] : [`${built}/${name}.mjs`];
}
