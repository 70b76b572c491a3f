import type { Environment } from "@/lib/runtime/env";

/** What an operator reads about one variable; `example` stands in for a value that must be chosen. */
interface VariableNote {
  about: string;
  example?: string;
  isRequired?: true;
}

/** What the web server reads before any of the service's code. */
type ServerVariable =
  | "PORT"
  | "HOST"
  | "HEAP_MAX_MB"
  | "TRUSTED_PROXIES"
  | "CONNECTIONS_MAX"
  | "CONNECTIONS_PER_ADDRESS_MAX"
  | "KEEP_ALIVE_S"
  | "STOP_WAIT_S"
  | "API_LANE";

/** Every environment variable of the service, in the order of `.env.example`, which is written from this table. */
export const ENVIRONMENT_NOTES: Record<keyof Environment | ServerVariable, VariableNote> = {
  HEDGEROW_MODE: {
    about: "production, demo, development, or test. Live API keys work in production only, test keys elsewhere only.",
    example: "production",
  },
  DATABASE_URL: {
    about: "PostgreSQL with PostGIS, as the service's role (a member of hedgerow_app).",
    example: "postgresql://hedgerow_service@localhost:5432/hedgerow",
    isRequired: true,
  },
  DATABASE_DIRECT_URL: {
    about: "The same database as its owner, not through a pooler: migrations, imports, and the worker.",
    example: "postgresql://hedgerow_owner@localhost:5432/hedgerow",
  },
  DATABASE_NOTICES_URL: {
    about:
      "The same database as the service's role, not through a transaction pooler: one connection a process, by which it hears at once of revoked keys, settings, and switched data sets. Left out: DATABASE_URL.",
    example: "postgresql://hedgerow_service@localhost:5432/hedgerow",
  },
  DATABASE_REPLICA_URL: {
    about:
      "One streaming standby of that database, as the service's role, for lists, tiles, reports and the console. It answers when it has all that was committed when it was asked; else the primary does. Left out: the primary answers everything.",
    example: "postgresql://hedgerow_service@standby:5432/hedgerow",
  },
  DATABASE_REPLICA_WAIT_MS: { about: "Milliseconds that a read waits for the replica to catch up." },
  DATABASE_POOL_MAX: { about: "Connections a process." },
  DATABASE_SECONDS_PER_MIN: {
    about:
      "Seconds for which a provider may hold connections of one process a minute. Past them it has one connection at a time while others use the database too; at any time it has at most half of the connections.",
  },
  DATABASE_PREPARED_STATEMENTS: {
    about: "false behind a transaction pooler that keeps no prepared statements, as PgBouncer before 1.21.",
  },
  DATABASE_SPREAD: {
    about:
      "true where Citus spreads providers' rows over several servers that this process can reach: a check's transactions go to the server that has its provider's rows.",
  },
  API_KEY_HASH_SECRET: {
    about: "At least 32 characters. API keys are stored as HMACs under it: changing it revokes every key.",
    example: "",
    isRequired: true,
  },
  API_KEY_HASH_SECRET_OTHER: {
    about: "The next or the last secret while the one above is replaced: keys under it work too.",
    example: "",
  },
  PORTAL_LINK_KEYS: {
    about: "id:base64 pairs, comma-separated, each secret at least 32 bytes. The first signs, all verify.",
    example: "k1:",
  },
  PUBLIC_URLS: { about: "Base addresses, comma-separated. Portal links use the first; OpenAPI lists all." },
  SUPPORT_CONTACT: {
    about: "E-mail address or page for integrators, shown in the API documentation.",
    example: "support@example.com",
  },
  SOIL_URL: {
    about:
      "Base address of USDA Soil Data Access. Without it, no soil is known and none is invented. The worker asks it once a month which of its areas are newer.",
    example: "https://sdmdataaccess.sc.egov.usda.gov",
  },
  FORECAST_URL: {
    about: "Base address of the National Weather Service's API. Without it, there are no spray windows.",
    example: "https://api.weather.gov",
  },
  FORECAST_USER_AGENT: {
    about: "Who asks there, with an address to write to. The service refuses callers that do not say.",
    example: "hedgerow (support@example.com)",
  },
  FORECAST_NOTE: {
    about: "A sentence beside every forecast, such as that a demonstration's weather is made up.",
    example: "",
  },
  RATE_LIMIT_WRITES_PER_MIN: { about: "Checks and other POSTs, per key and minute." },
  RATE_LIMIT_READS_PER_MIN: { about: "Reads, per key and minute." },
  RATE_LIMIT_REPORTS_PER_MIN: { about: "Reports, per key and minute." },
  RATE_LIMIT_ADDRESS_PER_MIN: { about: "All requests of one address, per minute, before authentication." },
  MAX_FIELD_AREA_HA: { about: "A larger boundary is refused." },
  PULA_STALE_INFORM_DAYS: { about: "Days without a verified reload after which answers say that PULA data is old." },
  PULA_STALE_BLOCK_DAYS: { about: "Days without a verified reload after which PULA data blocks a pass." },
  REQUEST_DEADLINE_S: { about: "Seconds a request may take." },
  PROCESSING_SLOTS: { about: "Checks and computations that may be open at once in a process, at work or waiting." },
  PROCESSING_AT_ONCE: { about: "How many of them work at once at most; the others wait for their turn." },
  READS_AT_ONCE: { about: "Requests of the API that compute nothing: how many work at once at most." },
  PAGES_AT_ONCE: { about: "Pages and what belongs to them: how many are made at once at most." },
  BULK_BACKLOG_LIMIT: { about: "Pending bulk items of a provider; a submission beyond it is refused." },
  WORKER_CONCURRENCY: { about: "Tasks at once in a worker." },
  REPORT_WORKERS: { about: "Threads that make PDF reports." },
  DRIFT_THREADS: { about: "Threads that place the buffers of large fields." },
  REPORT_TIMEOUT_S: { about: "Seconds a report may take." },
  REPORT_QUEUE_MAX: { about: "Reports that may wait for a thread." },
  REPORT_ORIGINALS: {
    about:
      "Keeps the PDF that was given out first for a record, which /verify hands out again: some 60 to 200 kB each. `false` keeps none.",
  },
  REPORT_SIGNING_P12: {
    about:
      "A PKCS#12 file with the key and certificates that sign report PDFs. Without it, reports say they are unsigned.",
    example: "/etc/hedgerow/reports.p12",
  },
  REPORT_SIGNING_PASSPHRASE: { about: "The passphrase of that file.", example: "" },
  REPORT_SIGNING_EARLIER: {
    about: "A PEM file with the certificates of earlier keys, which the key set goes on listing.",
    example: "/etc/hedgerow/reports-earlier.pem",
  },
  RECORD_SIGNING_KEYS: {
    about:
      "Ed25519 keys, DER in base64, comma-separated. The first, a private one, signs records and the log's checkpoints; all are published. Without them, neither is signed.",
    example: "",
  },
  WEBHOOK_ALLOW_PRIVATE: { about: "true lets webhooks go to private addresses, as in a closed network." },
  MAP_IMAGERY_URL: {
    about:
      "Aerial imagery tiles under the portal's map, https://host/{z}/{x}/{y}: shown at first. Without it, or when it fails, the plain map.",
    example: "https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}",
  },
  MAP_IMAGERY_ATTRIBUTION: {
    about: "The imagery's attribution, shown on the map.",
    example: "USGS The National Map: Orthoimagery",
  },
  MAP_IMAGERY_MAX_ZOOM: {
    about: "The last zoom that the host has imagery of everywhere; nearer by, the map enlarges it.",
  },
  REFRESH_PULA_URL: {
    about: "EPA's layer of limitation areas. With the limitations, the worker compares it daily.",
    example: "https://blt.epa.gov/arcgis/rest/services/BLT/PesticideUsageLimitationAreas/MapServer/0",
  },
  REFRESH_LIMITATIONS_URL: {
    about: "EPA's list of limitations.",
    example: "https://blt.epa.gov/blt/api/limitations_public",
  },
  REFRESH_COUNTY_URL: {
    about: "An ArcGIS layer of counties. The worker compares it once a year.",
    example: "https://gis.example.com/arcgis/rest/services/Counties/MapServer/0",
  },
  REFRESH_LABEL_LIST_URL: {
    about: "EPA's label lists, ending in a slash. The worker looks for newer labels once a month.",
    example: "https://labels.example.com/lists/",
  },
  REFRESH_SWITCH: { about: "hand: a new set waits for a person. sound: it is put in force when every check agrees." },
  REFRESH_ALERT_URL: {
    about: "Receives an alert by POST when a refresh waits for a person, is held or fails.",
    example: "https://alerts.example.com/hedgerow",
  },
  IMPORT_FOLDER: {
    about:
      "Where downloads of data sets lie while they are fetched: a folder that the worker and the data command can write. Left out: .data/imports in the working folder.",
    example: "/var/lib/hedgerow/imports",
  },
  NEXTAUTH_SECRET: {
    about:
      "At least 32 characters; seals the sessions of the operator's console. Without it, no one can sign in there.",
    example: "",
  },
  CONSOLE_BREACHED_PASSWORDS: {
    about:
      "A file of stolen passwords that no operator may choose: SHA-1 hashes ordered by hash, as Have I Been Pwned gives them out, or plain ones ordered by bytes. Left out: the 49,000 most frequent ones alone.",
    example: "/etc/hedgerow/pwned-passwords-sha1-ordered-by-hash.txt",
  },
  CONSOLE_OIDC_ISSUER: {
    about: "Issuer of an OpenID Connect provider that operators may sign in with.",
    example: "https://login.example.com",
  },
  CONSOLE_OIDC_CLIENT_ID: { about: "What the console is called there.", example: "hedgerow" },
  CONSOLE_OIDC_CLIENT_SECRET: { about: "Its secret there.", example: "" },
  CONSOLE_OIDC_ROLES: {
    about: "Who gets which role through it: addresses or whole domains, comma-separated.",
    example: "anna@example.com=operator,*@example.com=viewer",
  },
  CONSOLE_OIDC_ROLE_CLAIM: {
    about: "A claim that names the role, for people no rule names.",
    example: "hedgerow_role",
  },
  CONSOLE_OIDC_ACR: {
    about: "How strong its sign-in has to be: the provider's own words (acr), comma-separated, any of which will do.",
    example: "phr,phrh",
  },
  CONSOLE_OIDC_MAX_AGE_S: {
    about: "How long ago, in seconds, the person may have signed in there. Left out: as long as the provider lets it.",
    example: "3600",
  },
  METRICS_PORT: {
    about: "Where this process serves GET /metrics for Prometheus; a port for each process. Left out: nowhere.",
    example: "9464",
  },
  METRICS_HOST: { about: "The address that the metrics are served on. Keep it from the public." },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      "Where traces are sent, as OpenTelemetry's JSON over HTTP (/v1/traces is added). Left out: no traces. More OTEL_ variables are in docs/operations.md.",
    example: "http://localhost:4318",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    about: "The same as a whole address, in place of the one above.",
    example: "http://localhost:4318/v1/traces",
  },
  OTEL_SDK_DISABLED: { about: "true: no traces, whatever the addresses above say." },
  LOG_LEVEL: { about: "trace, debug, info, warn, error, fatal, or silent." },
  HEAP_MAX_MB: {
    about: "Megabytes of heap at which Node ends a web process or worker, and its supervisor starts it again.",
    example: "2048",
  },
  PORT: { about: "Where the web server listens.", example: "3000" },
  HOST: { about: "The address the web server binds.", example: "0.0.0.0" },
  TRUSTED_PROXIES: {
    about: "Addresses and networks of proxies whose X-Forwarded-For is believed, comma-separated.",
    example: "10.0.0.1,10.8.0.0/16",
  },
  CONNECTIONS_MAX: {
    about: "Most open connections of a web process; by default what the limit on open files leaves, at most 4096.",
    example: "4096",
  },
  CONNECTIONS_PER_ADDRESS_MAX: { about: "Most open connections of one address or IPv6 network.", example: "256" },
  KEEP_ALIVE_S: {
    about: "How long a connection is kept for its next request; longer than the load balancer keeps it.",
    example: "65",
  },
  STOP_WAIT_S: {
    about:
      "How long a web process that is asked to end still takes connections, with `/api/ready` failing: longer than load balancers take to find that out.",
    example: "15",
  },
  API_LANE: {
    about: "`off`: the API's routes are called by Next's router, not by our own server. Slower, and the same answers.",
    example: "off",
  },
};
