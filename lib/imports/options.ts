import type { ActionBy } from "@/lib/domain/operator";
import type { ImportClient, StoredSet } from "@/lib/data/imports/sets";

/** What every import takes. */
export interface ImportOptions {
  /** Name of the set; by default the day and the beginning of the content's hash. */
  version?: string | undefined;
  activate?: boolean | undefined;
  /** Activate in spite of failed checks. */
  force?: boolean | undefined;
  /** Load and check, then undo all of it. */
  dryRun?: boolean | undefined;
  /** Who activates, for the audit log. */
  by?: ActionBy | undefined;
  isDemonstration?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Looks at the loaded set on the import's own connection, in a dry run before all of it is taken back. */
  inspect?: ((client: ImportClient, set: StoredSet) => Promise<void>) | undefined;
  /** Where half-finished downloads lie; `.data/imports` by default. */
  workFolder?: string | undefined;
  /** First wait before a service is asked again; a second by default. */
  backOffMs?: number | undefined;
  /** Longest wait for one answer of a service; two minutes by default. */
  timeoutMs?: number | undefined;
}
