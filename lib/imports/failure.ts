/** An import cannot go on, for a reason the operator can act on. The message is one clear line. */
export class ImportFailure extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "ImportFailure";
  }
}

/** The operator stopped the import. What was in force stays in force. */
export class ImportInterrupted extends Error {
  constructor() {
    super("interrupted; the set in force is untouched, and the next import removes what was loaded so far");
    this.name = "ImportInterrupted";
  }
}

export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ImportInterrupted();
}

/** The first line of whatever was thrown: database errors carry pages of context. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown";
