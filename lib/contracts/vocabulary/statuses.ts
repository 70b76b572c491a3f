import { EVIDENCE } from "@/lib/domain/citation";
import { BULK_ITEM_STATUSES, BULK_JOB_STATUSES } from "@/lib/domain/bulk-job";
import { COMPONENT_STATUSES, OVERALL_STATUSES } from "@/lib/domain/compliance";
import { COUNTY_PRECISIONS } from "@/lib/domain/field";
import { PRODUCT_STATUSES } from "@/lib/domain/product";
import { PORTAL_MODES } from "@/lib/domain/provider";
import { choices } from "@/lib/contracts/shared/choices";

const COMPONENT_MEANINGS = {
  met: "everything that is required and could be judged is in place. This is not a clearance to apply.",
  not_met: "at least one requirement is known to be violated or short. Read `issues` for what to change.",
  indeterminate: "a fact is missing or unverified, so no one can say yet. Treat it as not met.",
} as const;

export const complianceStatusSchema = choices(
  "ComplianceStatus",
  "The result of an assessment. Only `met` and `not_applicable` are passes, and neither clears an application.",
  OVERALL_STATUSES,
  { ...COMPONENT_MEANINGS, not_applicable: "nothing of the kind is required of this application." },
);

export const componentStatusSchema = choices(
  "ComponentStatus",
  "The result for one runoff requirement.",
  COMPONENT_STATUSES,
  COMPONENT_MEANINGS,
);

export const evidenceSchema = choices(
  "Evidence",
  "How far the service trusts a rule or figure. A requirement on unverified evidence stays `indeterminate`.",
  EVIDENCE,
  {
    primary: "read in the label or in EPA's own text.",
    secondary: "read in another party's coding of the label.",
    computed: "calculated from other figures.",
    specification: "set by the interface of this service.",
    unverified: "not compared with a source yet. It never earns points and never makes a pass.",
  },
);

export const soilStatusSchema = choices(
  "SoilStatus",
  "Where the soil of an assessment came from.",
  ["reused", "fetched", "unavailable", "not_applicable"],
  {
    reused: "a stored analysis of the same boundary, under 400 days old.",
    fetched: "analyzed for this request.",
    unavailable: "the soil survey gave no answer or has no data there. Runoff stays `indeterminate`.",
    not_applicable: "nothing asked for soil.",
  },
);

export const countyPrecisionSchema = choices(
  "CountyPrecision",
  "How finely the county borders in use are drawn.",
  COUNTY_PRECISIONS,
  {
    coarse: "simplified borders: a field near a border may also get the neighboring county.",
    exact: "the Census Bureau's full borders.",
  },
);

export const explanationResultSchema = choices(
  "ExplanationResult",
  "What became of a rule.",
  ["applied", "not_checked", "unresolved"],
  {
    applied: "the rule set a figure or a status of this answer.",
    not_checked: "the rule exists and this service does not judge it. Check it yourself.",
    unresolved: "the rule applies and could not be turned into a figure.",
  },
);

export const productStatusSchema = choices("ProductStatus", "Registration status of a product.", PRODUCT_STATUSES, {
  Active: "registered at EPA.",
  Inactive: "no longer registered.",
});

export const processingStatusSchema = choices(
  "ProcessingStatus",
  "Whether the saved application has its assessment.",
  ["pending", "completed", "failed"],
  {
    pending: "inputs are saved, the assessment is not. Empty lists do not mean that nothing is required.",
    completed: "the assessment of the last check is saved.",
    failed: "the last bulk attempt failed. Submit the application again.",
  },
);

export const bulkJobStatusSchema = choices("BulkJobStatus", "State of a bulk job.", BULK_JOB_STATUSES, {
  queued: "accepted, not started.",
  processing: "some items are at work or done.",
  completed: "terminal: every item succeeded.",
  completed_with_errors: "terminal: some items succeeded, some failed.",
  failed: "terminal: no item succeeded.",
});

export const bulkItemStatusSchema = choices("BulkItemStatus", "State of one item of a job.", BULK_ITEM_STATUSES, {
  queued: "waits for its first or next attempt.",
  processing: "a worker is at it.",
  succeeded: "terminal: `result` holds the check. Success says nothing about compliance.",
  failed: "terminal: `error` says why.",
});

export const portalModeSchema = choices("PortalAccessMode", "How the provider's portal links work.", PORTAL_MODES, {
  signed_link: "every check makes a new link that expires.",
  token: "each field has one link without an expiry of its own.",
});
