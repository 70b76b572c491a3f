/** What every import takes. */
export interface ImportOptions {
  /** Name of the set; by default the day and the beginning of the content's hash. */
  version?: string | undefined;
  activate?: boolean | undefined;
  /** Activate in spite of failed checks. */
  force?: boolean | undefined;
  /** Load and check, then undo all of it. */
  dryRun?: boolean | undefined;
  isDemonstration?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Where half-finished downloads lie; `.data/imports` by default. */
  workFolder?: string | undefined;
  /** First wait before a service is asked again; a second by default. */
  backOffMs?: number | undefined;
}
