import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/portal/g/[grant]/reports/route";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("zipped");
});
afterAll(() => soil.close());

const field = (name: string) => ({
  application_id: name,
  provider_field_id: name,
  field_name: name,
  provider_group_id: "spring",
  products: [NEEDS_4],
});

it("reports of a group are not lost with one field whose saved application cannot be read", async () => {
  const { id } = await saved(caller, field("north"));
  const { id: broken } = await saved(caller, field("creek"));
  await saved(caller, field("south"));
  await sql("zipped", `UPDATE application SET products = '{"of": "a later release"}' WHERE application_event_id = $1`, [
    broken,
  ]);
  const { grant, cookie } = await openBrowser(caller, id);
  const response = await call(GET, null, { method: "GET", params: { grant }, headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  const made = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(made).map((name) => name.replace(/-20\d\d/, ""))).toEqual([
    "creek-runoff-not-made.txt",
    "north-runoff.pdf",
    "south-runoff.pdf",
  ]);
});
