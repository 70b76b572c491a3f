import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEEDS_4, prepareGround, read, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { isSpread } from "@/tests/support/spread";

const PROVIDER = "issues-as-data";
const MIGRATION = "prisma/migrations/20261122001000_issues_as_data/migration.sql";

/** Issues as the first format stored them: the sentence of its day, then what was particular. */
const FIRST_FORMAT = [
  { code: "UNKNOWN_PRODUCT", message: "A product is not in the catalogue. (Second)" },
  { code: "ESA_STATUS_UNKNOWN", message: "Whether a product's label carries ESA language is not known. (Twin)" },
  {
    code: "UNSUPPORTED_MITIGATION",
    message: "A limitation refers to a mitigation scheme that is not scored here. (code T3)",
  },
  { code: "SOIL_UNAVAILABLE", message: "No soil data is available for this field." },
  { code: "DATA_SET_STALE", message: "The PULA data has not been reloaded for more than 35 days.", blocks: true },
  {
    code: "BULLETIN_EXPIRES",
    message: "The application date is more than six months ahead, so a bulletin fetched today will not cover it.",
  },
];
const PRODUCTS = ["First", "Second", "Twin", "Twin"].map((productName) => ({
  epaNumber: null,
  productName,
  pest: [],
  productStatus: null,
  esaRequired: null,
  pulas: [],
}));

let caller: Caller;
let close: () => Promise<void>;
let owner: pg.Client;
let id: string;

beforeAll(async () => {
  const ground = await prepareGround();
  close = () => ground.close();
  caller = await makeCaller(PROVIDER);
  ({ id } = await saved(caller, { products: [NEEDS_4] }));
  owner = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await owner.connect();
  await owner.query("SELECT set_config('hedgerow.provider_id', $1, false)", [PROVIDER]);
});
afterAll(async () => {
  await owner.end();
  await close();
});

const storeFirstFormat = async (): Promise<void> => {
  await owner.query(
    `UPDATE assessment SET format_version = 1,
       body = body || jsonb_build_object('issues', $2::jsonb, 'products', $3::jsonb) WHERE application_event_id = $1`,
    [id, JSON.stringify(FIRST_FORMAT), JSON.stringify(PRODUCTS)],
  );
  await owner.query("UPDATE application SET adjuvant_results = $2 WHERE application_event_id = $1", [
    id,
    JSON.stringify({ evaluatedAt: "2026-05-01T12:00:00Z", adjuvants: [], issues: FIRST_FORMAT.slice(2, 3) }),
  ]);
};

const shown = async () => {
  const { last_assessment: last, drift } = (await read(caller, id)).compliance;
  const briefly = ({ code, product_index: product, effect }: NonNullable<typeof last>["issues"][number]) =>
    `${code} ${product ?? "-"} ${effect}`;
  return {
    issues: last?.issues.map(briefly),
    messages: last?.issues.map(({ message }) => message),
    adjuvants: drift.adjuvant_results?.issues.map(briefly),
    status: last?.status,
  };
};

const ISSUES = [
  "UNKNOWN_PRODUCT 1 blocks",
  // Two products have this name, so that no one can say which of them was meant.
  "ESA_STATUS_UNKNOWN - blocks",
  "UNSUPPORTED_MITIGATION - blocks",
  "SOIL_UNAVAILABLE - blocks",
  "DATA_SET_STALE - blocks",
  // A notice of its day, though the code blocks today.
  "BULLETIN_EXPIRES - informs",
];

// Before Citus comes in every migration of today has been run, and it does not take several statements in one message.
describe.skipIf(isSpread)("issues that were stored as sentences", () => {
  it("are read as data before the migration and alike after it, and what cannot be parsed stays word for word", async () => {
    await storeFirstFormat();
    const before = await shown();
    await owner.query(readFileSync(MIGRATION, "utf8"));
    await owner.query("SELECT set_config('hedgerow.provider_id', $1, false)", [PROVIDER]);
    const after = await shown();
    expect(before).toMatchObject({ issues: ISSUES, adjuvants: ["UNSUPPORTED_MITIGATION - blocks"] });
    expect(before.messages?.[0]).toMatch(/\(Second\)$/);
    expect(before.messages?.[2]).toMatch(/ \(code T3\)$/);
    expect(after).toEqual(before);
  });

  it("are stored as data after the migration, without a sentence", async () => {
    const { rows } = await owner.query<{ format: number; stored: string }>(
      `SELECT x.format_version AS format, x.body->>'issues' || a.adjuvant_results::text AS stored
       FROM assessment x JOIN application a USING (provider_id, application_event_id)
       WHERE a.application_event_id = $1`,
      [id],
    );
    expect(rows.map(({ format }) => format)).toEqual([2]);
    expect(rows[0]?.stored).not.toMatch(/message|mitigation scheme|soil data/);
    expect(rows[0]?.stored).toContain("(code T3)");
  });

  it("are not touched by a second run", async () => {
    const before = await shown();
    await owner.query(readFileSync(MIGRATION, "utf8"));
    expect(await shown()).toEqual(before);
  });
});
