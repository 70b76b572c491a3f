/** Bulk checks: states and figures. The transitions themselves are held by the database (prisma/migrations, bulk). */
export const BULK_JOB_STATUSES = ["queued", "processing", "completed", "completed_with_errors", "failed"] as const;
export type BulkJobStatus = (typeof BULK_JOB_STATUSES)[number];

export const BULK_ITEM_STATUSES = ["queued", "processing", "succeeded", "failed"] as const;
export type BulkItemStatus = (typeof BULK_ITEM_STATUSES)[number];

export const isTerminal = (status: BulkJobStatus): boolean => status !== "queued" && status !== "processing";

/** Fields of one submission at most. */
export const MOST_BULK_ITEMS = 100;
/** Items of one queue entry. The database's functions use the same number. */
export const BULK_CHUNK = 10;
export const MOST_ATTEMPTS = 3;
/** A worker says this often that it is alive, and is taken for dead after the longer time. docs/contract.md, Promises of speed and safety */
export const HEARTBEAT_S = 5;
export const SILENT_S = 20;

/** Why an attempt failed. The flag names the cause and promises no further attempt. */
export interface BulkItemError {
  code: string;
  message: string;
  retryable: boolean;
}

export interface BulkJob {
  jobId: string;
  providerId: string;
  accountId: string;
  providerGroupId: string;
  status: BulkJobStatus;
  totalItems: number;
  fingerprint: string;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  expiresAt: Date | null;
}

/** A check as it was answered, in the words of the interface and without any portal link. */
export type BulkSnapshot = Record<string, unknown>;

export interface BulkItem {
  itemIndex: number;
  applicationId: string;
  providerFieldId: string;
  status: BulkItemStatus;
  attempts: number;
  startedAt: Date | null;
  completedAt: Date | null;
  result: BulkSnapshot | null;
  /** The field the check saved; null when it saved nothing. */
  savedFieldId: string | null;
  error: BulkItemError | null;
}

/** Version of the snapshots made now. 1: an issue is a code and a sentence. 2: with its product, effect and remedy. */
export const BULK_RESULT_FORMAT = 2;

/** A job as the console lists it. */
export type KeptBulkJob = Pick<BulkJob, "jobId" | "accountId" | "totalItems" | "createdAt" | "completedAt"> & {
  status: string;
};
