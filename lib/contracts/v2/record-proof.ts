import { z } from "zod";
import type { ProvenRecord } from "@/lib/usecases/reports/prove-record";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { REPORT_CONTRACT, REPORT_WORDS, reportYear } from "@/lib/contracts/v2/reports";
import type { ReportKind } from "@/lib/domain/report";

const base64 = z.string().describe("32 bytes, base64.");

const logSchema = z
  .strictObject({
    entry: z.int().min(0).describe("The record's place in the log, from 0."),
    size: z.int().min(1).describe("Entries of the log that the proof is of."),
    logged_at: timestamp.describe("When the record came into the log, UTC, by the database's clock."),
    leaf: z
      .string()
      .describe(
        "The text that the entry's hash is of: a name, SHA-256 of `record_hash` as text, the time, and a line break.",
      ),
    root: base64.describe("Head of the Merkle tree (RFC 6962, SHA-256), base64."),
    hashes: z.array(base64).describe("The inclusion proof, from the entry up."),
    proof: z
      .string()
      .nullable()
      .describe(
        "Entry, hashes and signed checkpoint as one text in the form C2SP tlog-proof, to keep with the report; null: no key " +
          "signs the log here.",
      ),
  })
  .meta({ id: "RecordLogProof", description: "Shows that a record is in the log of record hashes, which only grows." });

const recordProofResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    record_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256 of the record's canonical JSON, hexadecimal: the number that reports print."),
    jws: z
      .string()
      .nullable()
      .describe(
        "The record's canonical JSON as a JWS in compact form, EdDSA (Ed25519), `typ` `hedgerow-record+json`. Its `kid` is one " +
          "of `/.well-known/jwks.json`. Null: the operator has set no key.",
      ),
    log_state: z
      .enum(["logged", "absent", "broken"])
      .describe("`broken`: the log was altered, and nothing it says counts. `absent` does not come after this call."),
    log: logSchema.nullable().describe("Null unless `log_state` is `logged`."),
  })
  .meta({
    id: "RecordProof",
    description: "What shows that a record is as it was given out. Not a clearance to apply.",
  });

function presentProof({ recordHash, jws, log, proof }: ProvenRecord): z.input<typeof recordProofResponse> {
  const shared = { success: true, record_hash: recordHash, jws, log_state: log.state } as const;
  if (log.state !== "logged") return { ...shared, log: null };
  const { place, size, loggedAt, leaf, root, hashes } = log;
  return { ...shared, log: { entry: place, size, logged_at: isoTime(loggedAt), leaf, root, hashes, proof } };
}

const PROOF_ROUTE = {
  method: "GET",
  tag: "Reports",
  rateClass: "reports",
  isProcessing: false,
  body: null,
  response: recordProofResponse,
  present: presentProof,
} as const;

const reportProof = (kind: ReportKind) =>
  defineContract({
    ...PROOF_ROUTE,
    path: `/api/v2/fields/{providerFieldId}/reports/${kind}/proof`,
    operationId: `read${REPORT_WORDS[kind].operation}Proof`,
    summary: `The ${kind} record of a field and year, signed, with its place in the log`,
    description:
      "The record behind the report as it is now: signed as a JWS where the operator has set a key, with the proof that its " +
      "hash is in the log. Asking counts as giving the report out, so `/verify` knows its number from now on.",
    params: REPORT_CONTRACT.params,
    query: z.strictObject({ year: reportYear }),
    problems: ["fieldNotFound", "duplicateField"],
  });

export const runoffReportProof = reportProof("runoff");
export const traitReportProof = reportProof("trait");

export const applicationRecordProof = defineContract({
  ...PROOF_ROUTE,
  path: "/api/v2/applications/{applicationEventId}/record/proof",
  operationId: "readApplicationRecordProof",
  summary: "What an applicator signed, as a JWS, with its place in the log",
  description:
    "The signed record of an application: what was signed and nothing later. Refused with `NOT_READY` while no one has signed it.",
  params: applicationParams,
  query: z.strictObject({}),
  problems: ["applicationNotFound", "notReady"],
});
