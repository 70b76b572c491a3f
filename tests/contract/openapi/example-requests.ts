import { sandboxBoundary } from "@/lib/domain/sandbox/ground";

/** Requests as an integrator sends them to the demonstration, in the order of a first day. They become the document's examples. */
export interface ExampleRequest {
  query?: Record<string, string | number | boolean>;
  params?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
}

const WHO = { provider_id: "demo-provider", account_id: "demo-account-1" };
const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
/** No one has read its label for ESA language: the applicator is asked. */
const UNREAD = { product_name: "DEMO Unread Herbicide", epa_number: "99001-3", rate: 24, rate_unit: "fl oz/ac" };
const SETUP = { gpa: 15, droplet_size: "VC", boom_height: "low" };
/** Answers name these; a walk puts what it got in their place. */
export const APPLICATION = "{application_event_id of checkEsa}";
export const UNREAD_APPLICATION = "{application_event_id of v1CheckEsa}";
export const JOB = "{job_id of submitBulkChecks}";
export const ENDPOINT = "{endpoint_id of createWebhookEndpoint}";
export const DELIVERY = "{delivery_id of testWebhookEndpoint}";

/** An entry of a photo, which ./example-photo.ts adds as a page of the portal does. */
export const PHOTO = "0198f3a2-5c1e-7d40-9a6b-1f2e3d4c5b62";

/** `boundary`: the field that the demonstration shows first. */
export function exampleRequests(boundary: unknown): Record<string, ExampleRequest> {
  const application = { application_event_id: APPLICATION };
  const settled = { application_event_id: UNREAD_APPLICATION };
  const endpoint = { endpoint_id: ENDPOINT };
  const check = {
    ...WHO,
    field_name: "Home quarter",
    application_id: "2026-herbicide-1",
    application_method: "Broadcast-Ground",
    application_date: "2026-06-15",
    field_boundary: boundary,
    products: [TIERED],
    crop: ["soybeans"],
    pest: ["waterhemp"],
    provider_field_id: "home-quarter",
    provider_group_id: "spring-2026",
    ...SETUP,
  };
  const field = {
    ...WHO,
    provider_field_id: "home-quarter",
    field_name: "Home quarter",
    field_boundary: boundary,
    year: 2026,
  };
  const report = { params: { provider_field_id: "home-quarter" }, query: { year: 2026 } };
  const v1 = {
    ...WHO,
    field_name: "Home quarter",
    application_id: "2026-herbicide-v1",
    application_method: "ground boom sprayer",
  };
  return {
    readHealth: {},
    readReadiness: {},
    searchProducts: { query: { q: "demo tiered", limit: 20 } },
    readProduct: { params: { registration: "99002-1" }, query: { on: "2026-06-15" } },
    lookUpProducts: {
      body: {
        products: [
          { epa_number: "EPA Reg. No. 99002-1" },
          { product_name: "DEMO Unread Herbicide" },
          { epa_number: "99999-99999", product_name: "No such product" },
        ],
        on: "2026-06-15",
      },
    },
    listIssueCodes: {},
    listErrorCodes: {},
    checkEsa: { body: check },
    readApplicationCompliance: { params: application, query: { include_geometry: false } },
    listApplications: { query: { application_id: "2026-herbicide-1", account_id: WHO.account_id } },
    listRechecks: { query: { account_id: WHO.account_id, state: "open", limit: 2 } },
    listFields: { query: { account_id: WHO.account_id, limit: 2 } },
    readSprayWindows: { params: application },
    grantPortalAccess: {
      params: application,
      body: { ttl_seconds: 3600, return_url: "https://farm.example.com/back" },
    },
    lockApplication: { params: application, body: { locked: true } },
    v1CheckEsa: {
      body: {
        ...v1,
        application_date: "2026-06-15",
        // In no PULA, so that the answer is settled once the question is answered and the wind is known.
        field_boundary: sandboxBoundary("plain"),
        products: [UNREAD, TIERED],
        crop: ["soybeans"],
        pest: ["waterhemp"],
        ...SETUP,
      },
    },
    readAttestationQuestions: { params: settled },
    answerAttestationQuestions: {
      params: settled,
      body: {
        answers: [{ question_id: "label_has_esa_directions:99001-3", answer: "no" }],
        attested_by: "Maria Lopez",
      },
    },
    computeDriftBuffer: {
      params: settled,
      query: { wind_rose: false },
      body: { wind_direction_deg: 225, wind_speed_mph: 7.5, temperature_f: 71, humidity_percent: 64, geometry: "none" },
    },
    downloadMachineFile: { params: settled, query: { format: "isoxml" } },
    readApplicationRecord: { params: application },
    addRecordEntries: {
      params: application,
      body: {
        entries: [
          {
            kind: "reading",
            entry_id: "0198f3a2-5c1e-7d40-9a6b-1f2e3d4c5b60",
            written_at: "2026-06-15T09:06:00-05:00",
            moment: "start",
            read_at: "2026-06-15T09:05:00-05:00",
            wind_speed_mph: 7,
            wind_direction_deg: 210,
            temperature_f: 74,
          },
          {
            kind: "reading",
            entry_id: "0198f3a2-5c1e-7d40-9a6b-1f2e3d4c5b61",
            written_at: "2026-06-15T11:41:00-05:00",
            moment: "end",
            read_at: "2026-06-15T11:40:00-05:00",
            wind_speed_mph: null,
            wind_direction_deg: null,
            temperature_f: null,
          },
        ],
      },
    },
    signApplicationRecord: { params: application, body: { signed_by: "Maria Lopez", entries_seen: 2 } },
    readApplicationRecordProof: { params: application },
    downloadWorkRecord: { params: application },
    downloadRecordPhoto: { params: { ...application, entry_id: PHOTO } },
    downloadSeasonRecords: { query: { year: 2026, account_id: WHO.account_id, limit: 1 } },
    submitBulkChecks: {
      headers: { "Idempotency-Key": "spring-2026-import-1" },
      body: {
        ...WHO,
        provider_group_id: "bulk-2026",
        application_method: "Broadcast-Ground",
        application_date: "2026-06-15",
        products: [TIERED],
        crop: ["soybeans"],
        pest: ["waterhemp"],
        ...SETUP,
        fields: [
          {
            application_id: "2026-bulk-1",
            field_name: "Home quarter",
            field_boundary: boundary,
            provider_field_id: "home-quarter",
          },
        ],
      },
    },
    listBulkJobs: { query: { account_id: WHO.account_id, limit: 50 } },
    readBulkJob: { params: { job_id: JOB } },
    readBulkResults: { params: { job_id: JOB }, query: { offset: 0, limit: 20 } },
    listGroupCompliance: {
      params: { provider_group_id: "spring-2026" },
      query: { account_id: WHO.account_id, limit: 50 },
    },
    lockGroup: { params: { provider_group_id: "spring-2026" }, body: { account_id: WHO.account_id, locked: false } },
    processField: { body: field },
    computeRunoffBaseline: { body: { field_boundary: boundary } },
    processSoil: { body: { provider_id: WHO.provider_id, field_boundary: boundary } },
    listMitigations: { params: { mitigation_type: "epa_runoff" } },
    downloadRunoffReport: report,
    downloadTraitReport: report,
    readRunoffReportProof: report,
    readTraitReportProof: report,
    createWebhookEndpoint: {
      body: { url: "https://farm.example.com/hedgerow", event_types: ["bulk_job.completed", "field.changed"] },
    },
    listWebhookEndpoints: {},
    readWebhookEndpoint: { params: endpoint },
    testWebhookEndpoint: { params: endpoint },
    listWebhookDeliveries: { params: endpoint, query: { status: "pending", limit: 50 } },
    replayWebhookDelivery: { params: { ...endpoint, delivery_id: DELIVERY } },
    rotateWebhookSecret: { params: endpoint, body: { overlap_seconds: 86400 } },
    changeWebhookEndpoint: { params: endpoint, body: { enabled: false, event_types: ["bulk_job.completed"] } },
    removeWebhookEndpoint: { params: endpoint },
    readUsage: {},
    v1ProcessField: { body: field },
    v1DownloadRunoffReport: report,
    v1DownloadTraitReport: report,
  };
}
