export { checksOfWorkOrders } from "./adapt.js";
export type { AdaptDataset, CheckOfOperation } from "./adapt.js";
export type { components, paths } from "./api.js";
export { Bulk, isOver } from "./bulk.js";
export type { BulkItem, BulkRequest, BulkStatus, BulkSubmission, PollOptions, SubmitOptions } from "./bulk.js";
export { Hedgerow } from "./client.js";
export type {
  CallOptions,
  DriftBufferAnswer,
  DriftBufferRequest,
  EsaCheckRequest,
  EsaCheckResponse,
  HedgerowOptions,
  SavedApplication,
} from "./client.js";
export { HedgerowError, UnexpectedAnswerError, unwrap } from "./errors.js";
export { isRepeatable, type Fetch, type RetryOptions } from "./retry.js";
export { verifyWebhook, WebhookVerificationError } from "./webhooks.js";
export type { VerifiedMessage, VerifyOptions, WebhookEvent } from "./webhooks.js";
