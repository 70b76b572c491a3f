import type { ErrorCode } from "@/lib/domain/errors";

interface ErrorWords {
  /** What happened, in one sentence. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
}

/** What each error code says, for people who write software against the API. */
const WORDS: Readonly<Record<ErrorCode, ErrorWords>> = {
  REQUEST_FAILED: {
    meaning:
      "The request could not be done. 400: the body is not JSON. 413: the body is too large. 409: a conflict without a " +
      "code of its own. 503: something the service depends on failed, such as the soil survey, or has nothing of this ground.",
    remedy:
      "Go by the status and `retryable`. Mend a 400 or 413. Send a 503 that is `retryable` again after `Retry-After` " +
      "seconds; the message of any other says why asking again is of no use.",
  },
  UNAUTHORIZED: {
    meaning: "The API key is missing, unknown, revoked, or expired.",
    remedy: "Send your key in the `X-API-Key` header. A test key does not work in production.",
  },
  PROVIDER_MISMATCH: {
    meaning: "The body names another provider than the API key's.",
    remedy: "Send the `provider_id` of your key.",
  },
  NOT_FOUND: {
    meaning: "There is no such route.",
    remedy: "Compare the path with the reference.",
  },
  APPLICATION_NOT_FOUND: {
    meaning: "You have no such application, or its field is archived.",
    remedy: "Send the `application_event_id` that a check returned, not your own `application_id`.",
  },
  FIELD_NOT_FOUND: {
    meaning: "You have no such field, or it has no record of that year.",
    remedy: "Check or process the field first. Its id is the `application_id` where a check sent none.",
  },
  PRODUCT_NOT_FOUND: {
    meaning: "The catalog has no product under this registration number.",
    remedy: "Compare the number with the label, or search with `GET /api/v2/products?q=`.",
  },
  BULK_JOB_NOT_FOUND: {
    meaning: "You have no such job, or its results have expired.",
    remedy: "Results are kept for 30 days after the job ended. Submit the checks again.",
  },
  WEBHOOK_NOT_FOUND: {
    meaning: "You have no such webhook endpoint, or no such delivery to it.",
    remedy: "List your endpoints. Deliveries are kept for 30 days.",
  },
  GROUP_NOT_FOUND: {
    meaning: "The group has no application of that account.",
    remedy: "Compare `provider_group_id` and `account_id` with those of the checks.",
  },
  INACTIVE_TOKEN: {
    meaning: "Your provider's portal is switched off.",
    remedy: "Ask the operator to switch it on.",
  },
  PORTAL_EXPIRED: {
    meaning: "The field's portal has closed, a year after its last check. A new link cannot open it.",
    remedy: "Check the application again.",
  },
  LOCKED: {
    meaning: "You have locked the application, so that nothing of it can be edited or answered.",
    remedy: "Unlock it with `portal-lock` first.",
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The route exists and does not answer this method.",
    remedy: "Use a method that the `Allow` header names.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The body is not `application/json`, or it is compressed.",
    remedy: "Send `Content-Type: application/json` without a `Content-Encoding`.",
  },
  INVALID_REQUEST: {
    meaning: "Something in the path, the query, a header, or the body is not valid.",
    remedy: "Mend everything that `details` lists: it names every fault at once.",
  },
  NO_FIELD_GEOMETRY: {
    meaning: "The application's field has no boundary in force.",
    remedy: "Check the application again with its `field_boundary`.",
  },
  PRODUCT_MISMATCH: {
    meaning: "A rate update names another product than the saved application, or one product twice.",
    remedy: "Send the place and the registration number of the saved product, each at most once.",
  },
  INVALID_APPLICATION: {
    meaning: "The saved application is not complete, or can no longer be read.",
    remedy: "Check the application again.",
  },
  UNSUPPORTED_APPLICATION_METHOD: {
    meaning: "The application is saved with a method that drift computations no longer support.",
    remedy: "Send `application_method`, or check the application again.",
  },
  DUPLICATE_FIELD: {
    meaning: "More than one field of yours has this identifier.",
    remedy: "Ask the operator to archive one of them.",
  },
  FIELD_OWNERSHIP_CONFLICT: {
    meaning: "The field identifier belongs to another account of yours.",
    remedy: "Send the account that the field was saved with, or another `provider_field_id`.",
  },
  DUPLICATE_APPLICATION: {
    meaning: "More than one application of yours has this identifier.",
    remedy: "Ask the operator to archive one of their fields.",
  },
  APPLICATION_FIELD_CONFLICT: {
    meaning: "The `application_id` is saved with another field.",
    remedy: "Send the field it was saved with, or a new `application_id`.",
  },
  PROCESSING_CONFLICT: {
    meaning: "Another request is working on the same field or application.",
    remedy: "Send it again after `Retry-After` seconds.",
  },
  FIELD_CHANGED: {
    meaning: "The field changed while this request was at work. Nothing was saved.",
    remedy: "Send it again after `Retry-After` seconds.",
  },
  APPLICATION_CHANGED: {
    meaning: "The application changed while this request was at work. Nothing was saved.",
    remedy: "Send it again after `Retry-After` seconds.",
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: "The `Idempotency-Key` already has a job with other input.",
    remedy: "Use a new key for new input, and the same key only to repeat a submission.",
  },
  WEBHOOK_CONFLICT: {
    meaning:
      "The webhook endpoint does not allow this now: its address has other events, you have as many endpoints as you may " +
      "have, it is switched off, or two secrets count already.",
    remedy: "The message says which. Read the endpoint, change what is in the way, then send it again.",
  },
  NOT_READY: {
    meaning:
      "No machine file is made of this application now: its answer is not settled, no drift buffer has been computed on " +
      "the field as it is, or a task is asked for and the rate of the mix is not known.",
    remedy:
      "The message says which. Read the application's compliance, settle what is open, compute the drift buffer with " +
      "`gpa`, then ask again.",
  },
  RATE_LIMITED: {
    meaning: "Too many requests of this kind in a minute.",
    remedy: "Wait `Retry-After` seconds. `RateLimit-Policy` says what the limit is.",
  },
  BULK_BACKLOG_EXCEEDED: {
    meaning: "Too many of your bulk items wait to be worked on.",
    remedy: "Wait until running jobs have ended, then submit again.",
  },
  INTERNAL_ERROR: {
    meaning: "The service has a defect.",
    remedy: "Send the `request_id` to support.",
  },
  INVALID_REPORT: {
    meaning: "The report could not be rendered.",
    remedy: "Send the `request_id` to support.",
  },
  CAPACITY_EXCEEDED: {
    meaning: "Every processing slot that you may use is taken.",
    remedy: "Send it again after `Retry-After` seconds, or use a bulk job.",
  },
  DEADLINE_EXCEEDED: {
    meaning: "The request took longer than its time budget. It may have been saved all the same.",
    remedy: "Read the application, or send the same request again: it refreshes rather than duplicates.",
  },
  REQUEST_CANCELLED: {
    meaning: "The connection was closed before the answer.",
    remedy: "Send it again. Give the client a timeout above 90 seconds.",
  },
  PORTAL_SAS_UNCONFIGURED: {
    meaning: "This installation can neither sign portal links nor seal the secrets of webhooks.",
    remedy: "Ask the operator to configure the portal link keys.",
  },
};

export const errorMeaning = (code: ErrorCode): string => WORDS[code].meaning;
export const errorRemedy = (code: ErrorCode): string => WORDS[code].remedy;
