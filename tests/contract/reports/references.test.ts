import { afterAll, beforeAll, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { report, waitLong } from "@/tests/contract/reports/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { attachedFiles, hasPdfsig } from "@/tests/support/pdf-signing";
import { squareField, STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let ground: Connected;
beforeAll(async () => {
  ground = await prepareGround();
  caller = await makeCaller("references");
  await saved(caller, { provider_field_id: "one label", application_id: "one", products: [NEEDS_4] });
  await saved(caller, {
    provider_field_id: "another label",
    application_id: "other",
    products: [STRYAX, ...STRYAX_ADJUVANTS],
    field_boundary: squareField(-87.3, 32.95),
  });
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

/** Titles of the documents that a field's report says its rules rest on. */
async function titlesOf(field: string): Promise<string[]> {
  const pdf = await report(caller, field, { query: "year=2026" });
  const { references } = JSON.parse(attachedFiles(pdf).get("references.json")?.toString("utf8") ?? "") as {
    references: { title: string }[];
  };
  return references.map(({ title }) => title);
}

it.skipIf(!hasPdfsig)(
  "the references of a report are of its own application's products, and of no other's",
  async () => {
    await waitLong();
    const [one, other] = [await titlesOf("one label"), await titlesOf("another label")];
    const isStryax = (title: string): boolean => title.includes("Stryax") || title.includes("264-1241");
    expect(other.some(isStryax), other.join("; ")).toBe(true);
    expect(one.filter(isStryax)).toEqual([]);
    expect(one.length).toBeGreaterThan(0);
  },
);
