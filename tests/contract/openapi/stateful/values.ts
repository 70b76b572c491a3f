import type { OpenApi } from "@/tests/contract/openapi/documented";
import type { Random } from "@/tests/support/fuzz-random";
import { NEEDS_4 } from "@/tests/contract/v2/compliance/support";
import { NO_ESA, squareField, STRYAX } from "@/tests/support/requests";

export type Json = Record<string, unknown>;

/** What earlier answers named, for later requests to use. */
export interface Known {
  applications: Set<string>;
  fields: Set<string>;
  groups: Set<string>;
  jobs: Set<string>;
}

/** What a member of that name may hold, so that enough requests get past the schema; everything else is made by schema. */
const BY_NAME: Record<string, (random: Random) => unknown> = {
  field_boundary: (random) => squareField(-87.3 + 0.02 * random.whole(10), 32.9 + 0.02 * random.whole(5)),
  products: (random) => random.pick([[STRYAX], [NEEDS_4], [NO_ESA], [STRYAX, NEEDS_4], [{ product_name: "Stuff" }]]),
  account_id: (random) => random.pick(["account-1", "account-1", "account-2"]),
  provider_field_id: (random) => `field-${random.whole(12)}`,
  provider_group_id: (random) => `group-${random.whole(3)}`,
  application_id: (random) => `application-${random.whole(40)}`,
  application_date: (random) => random.pick(["2026-06-15", "2026-06-15", "2026-07-01", "1990-01-01", "2031-01-01"]),
  application_method: (random) =>
    random.pick(["Broadcast-Ground", "Broadcast-Ground", "Drone", "Chemigation", "Aerial"]),
  droplet_size: (random) => random.pick(["VC", "UC", "F", null]),
  boom_height: (random) => random.pick(["low", "high", null]),
  crop: (random) => random.pick([["soybeans"], ["cotton"], ["vineyard"]]),
  pest: () => ["waterhemp"],
  year: (random) => random.pick([2025, 2026, 2027]),
  fields: (random) =>
    Array.from({ length: 1 + random.whole(3) }, (_, index) => ({
      application_id: `bulk-${random.whole(20)}-${index}`,
      field_name: `Field ${index}`,
      field_boundary: squareField(-87.3 + 0.02 * random.whole(10), 32.9),
      application_date: "2026-06-15",
      application_method: "Broadcast-Ground",
      products: [random.pick([STRYAX, NEEDS_4, NO_ESA])],
      crop: ["soybeans"],
      pest: ["waterhemp"],
    })),
  return_url: () => "https://platform.example/back",
  user_email: () => "someone@example.org",
  planned_start_at: () => "2026-06-15T14:30:00Z",
  label_date: () => "2026-02-06",
};
const HOSTILE = [
  null,
  true,
  -1,
  1e308,
  "",
  "\u0000",
  "\ud800",
  [],
  {},
  "NaN",
  360,
  "x".repeat(3000),
  [null],
  "__proto__",
];

/** Makes values of the document's schemas. */
export function valueMaker(document: OpenApi, providerId: string) {
  function make(schema: Json, random: Random, name = "", depth = 0): unknown {
    if (name === "provider_id") return providerId;
    const byName = BY_NAME[name];
    if (byName !== undefined && random.chance(0.95)) return byName(random);
    const { $ref: ref } = schema;
    if (typeof ref === "string") {
      return make(document.components.schemas[ref.split("/").at(-1) ?? ""] as Json, random, name, depth);
    }
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return random.pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return make(random.pick(choices as Json[]), random, name, depth);
    return ofType(schema, random, depth);
  }
  function ofType(schema: Json, random: Random, depth: number): unknown {
    const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
    const [low, high] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 100)];
    if (type === "integer") return Math.round(random.between(low, Math.min(high, low + 50)));
    if (type === "number") return random.between(low, Math.min(high, low + 90));
    if (type === "boolean") return random.chance(0.5);
    if (type === "null") return null;
    if (type === "array") return arrayOf(schema, random, depth);
    if (type === "object" || schema.properties !== undefined) return objectOf(schema, random, depth);
    return schema.format === "date"
      ? "2026-06-15"
      : random.pick(["a", "Home quarter", "Ñandú 北田 🌾", "2026-06-15T12:00:00Z"]);
  }
  function arrayOf({ items, minItems }: Json, random: Random, depth: number): unknown[] {
    const length = depth > 4 ? Number(minItems ?? 0) : Number(minItems ?? 0) + random.whole(3);
    return Array.from({ length }, () => make((items ?? {}) as Json, random, "", depth + 1));
  }
  function objectOf({ properties, required }: Json, random: Random, depth: number): Json {
    const wanted = new Set((required as string[] | undefined) ?? []);
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Record<string, Json>)
        // A check wants the pests in one of two places, which no schema can say.
        .filter(([name]) => wanted.has(name) || random.chance(name === "pest" ? 0.95 : 0.3))
        .map(([name, member]) => [name, make(member, random, name, depth + 1)]),
    );
  }
  return make;
}

/** Changes one member somewhere inside. */
export function changed(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.whole(value.length);
    return value.map((each, index) => (index === at ? changed(each, random) : (each as unknown)));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && random.chance(0.9)) {
    const names = [...Object.keys(value), "extra", "__proto__", "constructor"];
    const name = random.pick(names);
    const inner = Object.fromEntries(Object.entries(value).filter(([each]) => each !== name || random.chance(0.7)));
    // As JSON text does it: a member of its own, even by the name of the prototype.
    Object.defineProperty(inner, name, {
      value: changed((value as Json)[name], random),
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return inner;
  }
  return random.pick(HOSTILE);
}

/** An identity for a path or query: mostly one that an answer has named. */
export function identityFor(name: string, known: Known, random: Random): string {
  const pools: Record<string, Set<string>> = {
    applicationEventId: known.applications,
    providerFieldId: known.fields,
    providerGroupId: known.groups,
    jobId: known.jobs,
    mitigationType: new Set(["epa_runoff", "trait_runoff"]),
  };
  const pool = [...(pools[name] ?? [])];
  if (pool.length > 0 && random.chance(0.85)) return random.pick(pool);
  return random.pick([
    "00000000-0000-4000-8000-000000000000",
    "..",
    "%00",
    "x".repeat(300),
    "epa_runoff",
    "field-1",
    "2",
  ]);
}
