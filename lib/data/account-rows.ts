import pg from "pg";

/**
 * How a row of each of the providers' tables is known to be of an account; docs/decisions/0053 says what is kept, and why. A
 * test fails for a table that is not here.
 *
 * `account`, `application`, `field`, `job`: by its own account, or by that of what it names. `claim`: by what a request claims.
 * `event`, `finding`: by the account in its JSON. `none`: it has nothing of an account.
 */
export const ACCOUNT_TIES: Record<string, Tie> = {
  application: "account",
  application_record: "application",
  assessment: "application",
  attestation: "application",
  drift_claim: "application",
  drift_placement: "application",
  kept_forecast: "application",
  limitation_review: "application",
  recheck: "application",
  recheck_ending: "application",
  record_entry: "application",
  record_photo: "application",
  requirement: "application",
  field: "account",
  change_event: "field",
  downslope_mark: "field",
  drawn_feature: "field",
  field_year: "field",
  measure_selection: "field",
  portal_edit_key: "field",
  portal_token: "field",
  report_issue: "field",
  report_original: "field",
  bulk_job: "account",
  bulk_job_item: "job",
  claim: "claim",
  webhook_delivery: "event",
  data_preview_finding: "finding",
  api_key: "none",
  deprecated_use: "none",
  portal_grant_end: "none",
  provider: "none",
  refused_request: "none",
  webhook_endpoint: "none",
};
type Tie = "account" | "application" | "field" | "job" | "claim" | "event" | "finding" | "none";

interface Account {
  providerId: string;
  accountId: string;
}

/** The rows of an account, as a condition on a table's row `t` beside its provider; null: it has none of any account. */
export function rowsOfAccount(table: string, { providerId, accountId }: Account): string | null {
  const tie = ACCOUNT_TIES[table];
  if (tie === undefined) throw new Error(`nothing says which rows of ${table} are of an account`);
  const account = pg.escapeLiteral(accountId);
  const within = (column: string, of: string): string =>
    `t.${column} IN (SELECT o.${column} FROM ${of} o WHERE o.provider_id = ${pg.escapeLiteral(providerId)}
       AND o.account_id = ${account})`;
  return {
    account: `t.account_id = ${account}`,
    application: within("application_event_id", "application"),
    field: within("field_id", "field"),
    job: within("job_id", "bulk_job"),
    // As ./claims.ts writes them. A field's own names no account, and ends with its request.
    claim: `t.kind = 'application' AND starts_with(t.identity, ${account} || chr(31))`,
    event: `t.payload->'data'->>'account_id' = ${account}`,
    finding: `t.finding->>'accountId' = ${account}`,
    none: null,
  }[tie];
}

/** Tables whose rows are an account's by the applications, or by the fields, that this table has; null: by no rows of it. */
export function followersOf(table: string): ReadonlySet<string> | null {
  if (table !== "application" && table !== "field") return null;
  return new Set(Object.keys(ACCOUNT_TIES).filter((name) => ACCOUNT_TIES[name] === table));
}
