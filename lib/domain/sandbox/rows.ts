import type { OverallStatus } from "@/lib/domain/compliance";
import type { Problem } from "@/lib/domain/errors";
import type { IssueCode } from "@/lib/domain/issues";
import { SANDBOX_CONDITIONS, type SandboxCondition } from "@/lib/domain/sandbox/conditions";
import type { SandboxFieldName, SandboxProductName } from "@/lib/domain/sandbox/ground";

/** One request of a row. `{application}` stands for the reference that the row's latest check returned. */
export type SandboxStep =
  | {
      do: "check";
      products: readonly SandboxProductName[];
      field: SandboxFieldName;
      /** Members that differ from the check that the page shows. */
      with?: Readonly<Record<string, unknown>>;
      /** Members of the first product that differ. */
      product?: Readonly<Record<string, unknown>>;
    }
  | {
      do: "send";
      method: "GET" | "POST" | "PUT" | "PATCH";
      path: string;
      body?: unknown;
      /** Other headers; null leaves the key out. */
      headers?: Readonly<Record<string, string | null>>;
      /** The body as it goes out, in place of JSON. */
      text?: string;
      /** A body of so many letters, in place of JSON. */
      letters?: number;
    }
  | {
      /** In the portal, by the applicator: no request claims a practice. */
      do: "claim";
      /** Sub-option of the drift practice menu. */
      practice: number;
      /** Its words in the portal. */
      named: string;
    };

/** What is sent, and what the last of it is answered. */
export interface SandboxRow {
  steps: readonly SandboxStep[];
  /** An answer of 200 with this verdict, and this issue where one is named. */
  verdict?: { status: OverallStatus; issue?: IssueCode };
  /** A refusal. */
  problem?: Problem;
}

/** Weather in which the demonstration's labels allow an application. */
const CALM = { wind_direction_deg: 225, wind_speed_mph: 8, temperature_f: 70, humidity_percent: 60 };
const compute = (change: Readonly<Record<string, unknown>> = {}): SandboxStep => ({
  do: "send",
  method: "POST",
  path: "/api/v2/applications/{application}/drift-buffer/compute",
  body: { ...CALM, ...change },
});
type Check = Extract<SandboxStep, { do: "check" }>;
const check = (
  products: readonly SandboxProductName[],
  field: SandboxFieldName = "plain",
  more: Pick<Check, "with" | "product"> = {},
): Check => ({ do: "check", products, field, ...more });

const row = (status: OverallStatus, issue: IssueCode, ...steps: readonly SandboxStep[]): SandboxRow => ({
  steps,
  verdict: { status, issue },
});

/** A check that is answered as if the service were in such a state. */
const during = (
  condition: SandboxCondition,
  product: SandboxProductName,
  field: SandboxFieldName = "plain",
): SandboxStep => check([product], field, { with: { application_id: SANDBOX_CONDITIONS[condition] } });

const PORTAL_CLAIM: SandboxStep = {
  do: "claim",
  practice: 506,
  named: "Row-middle hooded sprayer",
};
const EDGE_MIX = ["edge", "driftAid"] as const;

/** One row for each verdict. */
export const STATUS_ROWS: readonly SandboxRow[] = [
  { steps: [check(["free"])], verdict: { status: "not_applicable" } },
  { steps: [check(["runoffOnly"])], verdict: { status: "met" } },
  { steps: [check(["tiered"])], verdict: { status: "indeterminate" } },
  { steps: [check(["tiered"]), compute()], verdict: { status: "met" } },
  { steps: [check(["tiered"], "plain", { with: { droplet_size: "F" } })], verdict: { status: "not_met" } },
];

/** A row or more for each issue code. The engine finds each of them, in a state of the service that an identifier may ask for. */
export const ISSUE_ROWS: readonly SandboxRow[] = [
  row("not_met", "DROPLET_BELOW_LABEL_MINIMUM", check(["tiered"], "plain", { with: { droplet_size: "F" } })),
  row(
    "not_met",
    "DROPLET_BELOW_BUFFER_TIER",
    check(EDGE_MIX, "plain", { with: { droplet_size: "VF", boom_height: "high" } }),
    compute(),
  ),
  row("not_met", "BOOM_HEIGHT_EXCEEDS_LIMIT", check(["trait"], "plain", { with: { boom_height: "high" } })),
  row("not_met", "NO_TREATABLE_AREA", check(EDGE_MIX, "tiny"), compute()),
  row("not_met", "MANUAL_DRIFT_OPTION_DISALLOWED", check(EDGE_MIX), PORTAL_CLAIM, compute()),
  row("not_met", "PROHIBITED_IN_AREA", check(["fenced"], "stream")),
  row("not_met", "METHOD_NOT_PERMITTED", check(["tiered"], "plain", { with: { application_method: "Airblast" } })),
  row("not_met", "WIND_OUTSIDE_LABEL_RANGE", check(["tiered"]), compute({ wind_speed_mph: 20 })),
  row("not_met", "TEMPERATURE_OUTSIDE_LABEL_RANGE", check(["stryax"], "plain", { with: { forecast_high_f: 100 } })),
  row("not_met", "LABEL_LIMIT_EXCEEDED", check(["tiered"], "plain", { product: { rate: 3 } })),
  row("not_met", "ADJUVANT_REQUIREMENT_UNMET", check(["edge"])),
  row("not_met", "CROP_NOT_ON_LABEL", check(["stryax"], "plain", { with: { crop: ["corn"] } })),
  row("not_met", "STATE_NOT_ON_LABEL", check(["enlist"], "california")),
  row("not_met", "DATE_OUTSIDE_LABEL_WINDOW", check(["enlist"], "plain", { with: { crop_stage: "R6" } })),
  row("not_met", "REGISTRATION_NOT_ACTIVE", check(["withdrawn", "tiered"])),
  row("indeterminate", "UNKNOWN_PRODUCT", check(["unknown"])),
  row("indeterminate", "ESA_STATUS_UNKNOWN", check(["unread"])),
  row(
    "indeterminate",
    "PRODUCT_NAME_MISMATCH",
    check(["tiered"], "plain", { product: { product_name: "Enlist One" } }),
  ),
  row("not_met", "CROP_UNRECOGNIZED", check(["stryax"], "plain", { with: { crop: ["dragonfruit"] } })),
  row("indeterminate", "DISPUTED_FIGURE", check(EDGE_MIX)),
  row("indeterminate", "SOIL_UNAVAILABLE", check(["runoffOnly"], "alabama")),
  row("indeterminate", "UNRESOLVED_RATE", check(["tiered"], "plain", { product: { rate_unit: "buckets/ac" } })),
  row("indeterminate", "LIMITATIONS_REVIEW_REQUIRED", check(["tiered"], "sand")),
  row("indeterminate", "DRIFT_CONDITIONS_UNVERIFIED", check(["tiered"])),
  row("indeterminate", "RUNOFF_APPLICABILITY_UNVERIFIED", check(["trait"])),
  row("indeterminate", "RUNOFF_REQUIREMENT_UNRESOLVED", check(["open"])),
  row("indeterminate", "LABEL_DROPLET_MINIMUM_UNRESOLVED", check(["trait"])),
  row("indeterminate", "DROPLET_SIZE_MISSING", check(["tiered"], "plain", { with: { droplet_size: null } })),
  row("indeterminate", "DRIFT_METHOD_UNRESOLVED", check(["engenia"])),
  row("not_met", "WIND_SPEED_UNRESOLVED", check(["tiered"]), compute({ wind_speed_mph: 20 })),
  row("indeterminate", "BOOM_HEIGHT_MISSING", check(["tiered"], "plain", { with: { boom_height: null } })),
  row(
    "indeterminate",
    "DRIFT_RATE_TIER_UNRESOLVED",
    check(["tiered"], "plain", { product: { rate_unit: "buckets/ac" } }),
  ),
  row("indeterminate", "DRIFT_REQUIREMENT_UNRESOLVED", check(["open"])),
  row("indeterminate", "DOWNSLOPE_UNVERIFIED", check(EDGE_MIX), compute()),
  row(
    "indeterminate",
    "APPLICATION_PROCESSING_INCOMPLETE",
    check(["tiered"], "plain", { with: { provider_field_id: "sandbox-moved" } }),
    {
      do: "send",
      method: "POST",
      path: "/api/v2/process-field",
      body: { provider_field_id: "sandbox-moved", field: "stream" },
    },
    compute(),
  ),
  row("indeterminate", "PULA_COVERAGE_MISSING", check(["runoffOnly"], "alabama")),
  row("indeterminate", "COUNTY_CLASS_UNRESOLVED", check(["runoffOnly"], "lake")),
  row("indeterminate", "ADJUVANT_UNRECOGNISED", check(["stryax", "mystery"])),
  row(
    "indeterminate",
    "BULLETIN_EXPIRES",
    check(["runoffOnly"], "plain", { with: { application_date: "2035-06-15" } }),
  ),
  row("indeterminate", "LABEL_CONDITIONS_NOT_CHECKED", check(["tiered"])),
  row("indeterminate", "MANUAL_DRIFT_PRACTICE_UNVERIFIED", check(["tiered"]), PORTAL_CLAIM, compute()),
  row("indeterminate", "UNSUPPORTED_MITIGATION", check(["runoffOnly"], "stream")),
  row("indeterminate", "RUNOFF_TYPE_UNRESOLVED", check(["open"], "stream")),
  row("indeterminate", "SOIL_UNAVAILABLE", during("soilAway", "runoffOnly", "nebraska")),
  row("indeterminate", "SOIL_QUEUE_FAILED", during("soilQueueDown", "runoffOnly", "nebraska")),
  row("met", "DATA_SET_STALE", during("staleData", "runoffOnly")),
  row("indeterminate", "DATA_SET_STALE", during("expiredData", "runoffOnly")),
  row("indeterminate", "NEWER_LABEL_EXISTS", check(["liberty"], "plain", { product: { label_date: "2024-12-06" } })),
  row("not_applicable", "ATTESTED", check(["unread"]), {
    do: "send",
    method: "POST",
    path: "/api/v2/applications/{application}/attestations",
    body: {
      answers: [{ question_id: "label_has_esa_directions:99001-3", answer: "no" }],
      attested_by: "Maria Lopez",
    },
  }),
];
