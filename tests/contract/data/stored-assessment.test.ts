import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presentExplanation } from "@/lib/contracts/v2/explanation";
import { asProvider } from "@/lib/data/db";
import { keepMonths } from "@/lib/data/maintenance";
import { findApplicationEvidence } from "@/lib/data/reports/evidence";
import { readExplanation } from "@/lib/data/stored/explanation";
import { getDeps } from "@/lib/runtime/deps";
import { getCompliance, prepareGround, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { sql, sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { asSentences } from "@/tests/support/earlier-explanations";

const PROVIDER = "stored-assessment";
const MIX = [
  TRAIT,
  { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
  { product_name: "Engenia", epa_number: "7969-507", rate: 12.8, rate_unit: "fl oz/ac" },
];

interface Body {
  explanation: unknown;
  unjudged: unknown[];
  whenConfirmed: { unjudged: unknown[] } | null;
}

let caller: Caller;
let close: () => Promise<void>;
let id: string;

beforeAll(async () => {
  const ground = await prepareGround();
  close = () => ground.close();
  caller = await makeCaller(PROVIDER);
  ({ id } = await saved(caller, { products: MIX }));
});
afterAll(() => close());

async function bodyOf(): Promise<Body> {
  const rows = await sql<{ body: Body }>(PROVIDER, "SELECT body FROM assessment WHERE application_event_id = $1", [id]);
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error("there is not one assessment");
  return row.body;
}

/** As the second format held it: every item whole, in sentences. */
async function storeWhole(): Promise<void> {
  const { explanation, unjudged, whenConfirmed } = await bodyOf();
  const whole = {
    explanation: asSentences(readExplanation(explanation, unjudged)),
    whenConfirmed:
      whenConfirmed === null
        ? null
        : {
            ...whenConfirmed,
            unjudged: whenConfirmed.unjudged.map((each) => (typeof each === "number" ? unjudged[each] : each)),
          },
  };
  await sqlAsOwner(
    PROVIDER,
    "UPDATE assessment SET format_version = 2, body = body || $2::jsonb WHERE application_event_id = $1",
    [id, JSON.stringify(whole)],
  );
}

const evidence = async () => {
  const { db } = await getDeps();
  const rows = await sql<{ fieldId: string; year: number }>(
    PROVIDER,
    `SELECT field_id AS "fieldId", date_part('year', application_date)::int AS year
     FROM application WHERE application_event_id = $1`,
    [id],
  );
  const [place] = rows;
  if (place === undefined) throw new Error("there is no application");
  return asProvider(db, PROVIDER, (tx) => findApplicationEvidence(tx, PROVIDER, place));
};

/** All that is read of it, but for the moment of reading. */
async function readings(): Promise<string[]> {
  const answer = await (await getCompliance(caller, id, "explain=true")).text();
  const behind = (await evidence()).map(({ explanation, ...rest }) => ({
    ...rest,
    explanation: explanation.map(presentExplanation),
  }));
  return [answer.replace(/"retrieved_at":"[^"]*"/, ""), JSON.stringify(behind)];
}

describe("an assessment of the second format, saved whole and in sentences", () => {
  it("answers byte for byte as one that is saved packed", async () => {
    const packedBody = await bodyOf();
    const packed = await readings();
    await storeWhole();
    const whole = await readings();
    const wholeBody = await bodyOf();
    expect(Array.isArray(packedBody.explanation)).toBe(false);
    expect(packedBody.whenConfirmed?.unjudged).toContain(0);
    expect(Array.isArray(wholeBody.explanation)).toBe(true);
    expect(wholeBody.whenConfirmed?.unjudged).not.toContain(0);
    expect(JSON.stringify(packedBody).length).toBeLessThan(JSON.stringify(wholeBody).length * 0.75);
    expect(packed[0]).toContain("explanation");
    expect(whole).toEqual(packed);
  });
});

it.each([
  ["of a later version", "'{version}', '5'"],
  [
    "with a kind of buffer that is not known here",
    "'{requirements,0,buffersEsa,bufferTypes,upwind}', '{\"methods\": []}'",
  ],
])("a drift configuration %s is not answered without it", async (_, path) => {
  const { id: own } = await saved(caller, { application_id: path.slice(0, 40), products: MIX });
  expect((await getCompliance(caller, own)).status).toBe(200);
  await sqlAsOwner(
    PROVIDER,
    `UPDATE requirement SET drift_configuration = jsonb_set(drift_configuration, ${path})
     WHERE application_event_id = $1 AND drift_configuration IS NOT NULL`,
    [own],
  );
  expect((await getCompliance(caller, own)).status).toBe(500);
});

it("is compressed by LZ4 where the server has it, in partitions to come as well", async () => {
  await keepMonths(String(process.env.DATABASE_DIRECT_URL), new Date("2031-01-01"), 1);
  const rows = await sql<{ methods: string[]; hasLz4: boolean }>(
    null,
    `SELECT array_agg(DISTINCT attcompression::text) AS methods,
            (SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') AS "hasLz4"
     FROM pg_attribute WHERE attname = 'body' AND attrelid IN (
       SELECT inhrelid FROM pg_inherits WHERE inhparent = 'assessment'::regclass UNION ALL SELECT 'assessment'::regclass)`,
  );
  expect(rows).toEqual([{ methods: [rows[0]?.hasLz4 === true ? "l" : ""], hasLz4: rows[0]?.hasLz4 }]);
});
