import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { availableParallelism } from "node:os";
import { z } from "zod";
import { CLAIM_LONGEST_S } from "@/lib/data/claims";
import { OPERATOR_ROLES } from "@/lib/domain/operator";

/** The only reader of the process's environment. docs/operations.md describes every variable. */
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(["", "true", "false"])
    .default("")
    .transform((value) => (value === "" ? fallback : value === "true"));
/** An empty variable is an unset one: that is what `VAR=` in a unit file means. */
const text = z
  .string()
  .transform((value) => (value === "" ? undefined : value))
  .optional();

/** Tiles of pictures from above, as `https://host/{z}/{x}/{y}`. */
const imageryUrl = z
  .string()
  .refine(
    (url) => /^https?:\/\//.test(url) && ["{z}", "{x}", "{y}"].every((part) => url.includes(part)) && URL.canParse(url),
    "must be an http(s) address with {z}, {x} and {y}",
  );

/** A public service that the worker asks on its own. */
const publisher = text.pipe(z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional());

/** What takes traces; the exporter reads the address by itself. */
const receiver = text.pipe(z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional());

const keyRing = z
  .string()
  .default("")
  .transform((ring, context) =>
    ring
      .split(",")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [id = "", encoded = ""] = part.trim().split(":");
        const secret = Buffer.from(encoded, "base64");
        if (!/^[a-z0-9]{1,8}$/.test(id) || secret.length < 32) {
          context.addIssue("must be comma-separated id:base64 pairs, each secret at least 32 bytes, ids [a-z0-9]{1,8}");
        }
        return { id, secret };
      }),
  );

/** An Ed25519 key of DER in base64: a private one (PKCS#8), or the public half of an earlier one (SPKI). */
function ed25519Of(encoded: string): KeyObject | null {
  const der = { key: Buffer.from(encoded, "base64"), format: "der" } as const;
  for (const read of [
    () => createPrivateKey({ ...der, type: "pkcs8" }),
    () => createPublicKey({ ...der, type: "spki" }),
  ]) {
    try {
      const key = read();
      return key.asymmetricKeyType === "ed25519" ? key : null;
    } catch {
      // The other kind, or no key at all.
    }
  }
  return null;
}

const signingRing = z
  .string()
  .default("")
  .transform((ring, context) => {
    const keys = ring
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(ed25519Of);
    if (keys.includes(null) || (keys[0] !== undefined && keys[0]?.type !== "private")) {
      context.addIssue("must be comma-separated Ed25519 keys, DER in base64, the first of them a private one (PKCS#8)");
    }
    return keys.filter((key) => key !== null);
  });

const words = z
  .string()
  .default("")
  .transform((list) => list.split(/[\s,]+/).filter((word) => word !== ""));

/**
 * Who the identity provider may let in, as `anna@example.com=operator,*@example.com=viewer`: addresses, or a whole domain,
 * with the role they get.
 */
const roleRules = z
  .string()
  .default("")
  .transform((list, context) =>
    list
      .split(",")
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== "")
      .map((part) => {
        const [who = "", name = ""] = part.split("=");
        const role = OPERATOR_ROLES.find((known) => known === name) ?? "viewer";
        if (role !== name || !/^[^@\s]+@[^@\s*]+$/.test(who)) {
          context.addIssue(`must be comma-separated address=role pairs, each role one of ${OPERATOR_ROLES.join(", ")}`);
        }
        return { who, role };
      }),
  );

/** A processor is left to the requests, and no more than four are taken from a large machine. */
const SPARE_PROCESSORS = Math.max(1, Math.min(4, availableParallelism() - 1));

const variablesSchema = z.object({
  HEDGEROW_MODE: z.enum(["production", "demo", "development", "test"]).default("production"),
  DATABASE_URL: z.string().min(1, "is required"),
  DATABASE_DIRECT_URL: text,
  DATABASE_NOTICES_URL: text,
  DATABASE_REPLICA_URL: text,
  DATABASE_REPLICA_WAIT_MS: count(200),
  DATABASE_POOL_MAX: count(10),
  DATABASE_SECONDS_PER_MIN: count(60),
  DATABASE_PREPARED_STATEMENTS: flag(true),
  DATABASE_SPREAD: flag(false),
  API_KEY_HASH_SECRET: z.string().min(32, "is required, at least 32 characters"),
  API_KEY_HASH_SECRET_OTHER: text.pipe(z.string().min(32, "must have at least 32 characters").optional()),
  PORTAL_LINK_KEYS: keyRing,
  PUBLIC_URLS: z
    .string()
    .default("http://localhost:3000")
    .transform((list) => list.split(",").map((url) => url.trim().replace(/\/$/, "")))
    .pipe(z.array(z.url("must be comma-separated base addresses")).min(1)),
  SUPPORT_CONTACT: text.pipe(
    z.union([z.email(), z.url({ protocol: /^https?$/ })], "must be an e-mail address or a page").optional(),
  ),
  SOIL_URL: text.pipe(z.url({ protocol: /^https?$/, error: "must be the survey's base address" }).optional()),
  FORECAST_URL: text.pipe(z.url({ protocol: /^https?$/, error: "must be the service's base address" }).optional()),
  // A header of one line.
  FORECAST_USER_AGENT: z
    .string()
    .default("")
    .transform((agent) => (agent === "" ? "hedgerow" : agent))
    .pipe(z.string().regex(/^[\x20-\x7e]{1,200}$/, "must be one line of at most 200 plain characters")),
  FORECAST_NOTE: text,
  RATE_LIMIT_WRITES_PER_MIN: count(600),
  RATE_LIMIT_READS_PER_MIN: count(3000),
  RATE_LIMIT_REPORTS_PER_MIN: count(120),
  RATE_LIMIT_ADDRESS_PER_MIN: count(6000),
  MAX_FIELD_AREA_HA: count(40_000),
  PULA_STALE_INFORM_DAYS: count(7),
  PULA_STALE_BLOCK_DAYS: count(35),
  // Work that outlived its claims would go on beside a request that has taken them over.
  REQUEST_DEADLINE_S: count(90).refine(
    (seconds) => seconds < CLAIM_LONGEST_S,
    `must be less than ${CLAIM_LONGEST_S}, the seconds that a request may keep a field or application to itself`,
  ),
  PROCESSING_SLOTS: count(64),
  PROCESSING_AT_ONCE: count(12),
  READS_AT_ONCE: count(12),
  PAGES_AT_ONCE: count(8),
  BULK_BACKLOG_LIMIT: count(20_000),
  WORKER_CONCURRENCY: count(2),
  REPORT_WORKERS: count(SPARE_PROCESSORS),
  DRIFT_THREADS: count(SPARE_PROCESSORS),
  REPORT_TIMEOUT_S: count(30),
  REPORT_QUEUE_MAX: count(32),
  REPORT_ORIGINALS: flag(true),
  REPORT_SIGNING_P12: text,
  REPORT_SIGNING_PASSPHRASE: z.string().default(""),
  REPORT_SIGNING_EARLIER: text,
  RECORD_SIGNING_KEYS: signingRing,
  WEBHOOK_ALLOW_PRIVATE: flag(false),
  MAP_IMAGERY_URL: text.pipe(imageryUrl.optional()),
  MAP_IMAGERY_ATTRIBUTION: z.string().default(""),
  MAP_IMAGERY_MAX_ZOOM: z.coerce.number().int().min(1).max(24).default(16),
  REFRESH_PULA_URL: publisher,
  REFRESH_LIMITATIONS_URL: publisher,
  REFRESH_COUNTY_URL: publisher,
  REFRESH_LABEL_LIST_URL: publisher,
  REFRESH_SWITCH: z.enum(["hand", "sound"]).default("hand"),
  REFRESH_ALERT_URL: publisher,
  IMPORT_FOLDER: text,
  NEXTAUTH_SECRET: text.pipe(z.string().min(32, "must have at least 32 characters").optional()),
  CONSOLE_BREACHED_PASSWORDS: text,
  CONSOLE_OIDC_ISSUER: text.pipe(z.url({ protocol: /^https?$/, error: "must be the issuer's address" }).optional()),
  CONSOLE_OIDC_CLIENT_ID: text,
  CONSOLE_OIDC_CLIENT_SECRET: text,
  CONSOLE_OIDC_ROLES: roleRules,
  CONSOLE_OIDC_ROLE_CLAIM: text,
  CONSOLE_OIDC_ACR: words,
  CONSOLE_OIDC_MAX_AGE_S: text.pipe(z.coerce.number<string>().int().min(60).max(86_400).optional()),
  METRICS_PORT: text.pipe(z.coerce.number<string>().int().min(0).max(65_535).optional()),
  METRICS_HOST: z
    .string()
    .default("")
    .transform((host) => (host === "" ? "127.0.0.1" : host)),
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver,
  OTEL_SDK_DISABLED: flag(false),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

// The same secret twice would look like a replacement and replace nothing. The schema of each variable has passed by then.
const environmentSchema = variablesSchema.refine(
  ({ API_KEY_HASH_SECRET, API_KEY_HASH_SECRET_OTHER }) => API_KEY_HASH_SECRET !== API_KEY_HASH_SECRET_OTHER,
  { path: ["API_KEY_HASH_SECRET_OTHER"], error: "must differ from API_KEY_HASH_SECRET" },
);

/**
 * next-auth reads its own address from the environment and takes it from nowhere else. The first public address is what
 * the identity provider sends people back to.
 */
export function nameNextAuth({ PUBLIC_URLS }: Pick<Environment, "PUBLIC_URLS">, path: string): void {
  process.env.NEXTAUTH_URL = `${PUBLIC_URLS[0] ?? ""}${path}`;
}

export type Environment = z.infer<typeof environmentSchema>;

/** Parses the environment, or says in one message everything that is wrong with it. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  // No value is shown: some are secrets.
  const parsed = environmentSchema.safeParse(variables, {
    error: ({ input }) => (input === undefined ? "is not set" : undefined),
  });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Hedgerow does not start: its environment is incomplete.\n${faults.join("\n")}`);
}
