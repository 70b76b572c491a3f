import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as checkV1 } from "@/app/api/v1/esa-check/route";
import { POST as processFieldV1 } from "@/app/api/v1/process-field/route";
import { esaCheckResponse as v1Response } from "@/lib/contracts/v1/esa-check";
import { processFieldResponse as processFieldV1Response } from "@/lib/contracts/v1/process-field";
import { NEEDS_6, prepareGround, read, runoffOf, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { fieldBody, processField } from "@/tests/contract/v2/fields/support";
import { setProvider } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { checkBody, NO_ESA } from "@/tests/support/requests";
import { editorOf, refusedEdit, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const NO_TILL = 210;
const TILLED_COVER_CROP = 215;
const MOST_UNTREATED = 206;
const ANNUAL_RATE_60_LOWER = 203;
const epa = (subOptionId: number) => ({ system: "epa_runoff", subOptionId }) as const;

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("contradicted");
  editor = await editorOf("contradicted");
});
afterAll(() => soil.close());

const fieldOf = async (name: string, more: Record<string, unknown> = {}) => {
  const { id } = await saved(caller, { application_id: name, provider_field_id: name, products: [NEEDS_6], ...more });
  return { id, place: await editor.placeOf(id) };
};
const reasonsOf = async (id: string) =>
  Object.fromEntries(
    runoffOf(await read(caller, id)).selected_measures.map((each) => [each.sub_option_id, each.reason]),
  );

it("no-till is refused beside a cover crop with tillage, and earns nothing where both are saved already", async () => {
  const { id, place } = await fieldOf("tilled");
  await editor.select(place, epa(TILLED_COVER_CROP));
  expect(await refusedEdit(editor.select(place, epa(NO_TILL)))).toBe("contradicts_tillage");
  await sql(
    "contradicted",
    `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
     VALUES ('contradicted', $1, 2026, 'epa_runoff', $2, 'portal')`,
    [place.fieldId, NO_TILL],
  );
  expect(await reasonsOf(id)).toMatchObject({ [NO_TILL]: "NOT_DERIVED", [TILLED_COVER_CROP]: null });
});

it("60 % untreated is refused with a broadcast application, and earns nothing after one was banded", async () => {
  const { place } = await fieldOf("broadcast");
  expect(await refusedEdit(editor.select(place, epa(MOST_UNTREATED)))).toBe("contradicts_method");
  const banded = await fieldOf("banded", { application_method: "Banded-Ground" });
  await editor.select(banded.place, epa(MOST_UNTREATED));
  expect(await reasonsOf(banded.id)).toMatchObject({ [MOST_UNTREATED]: null });
  await fieldOf("banded");
  expect(await reasonsOf(banded.id)).toMatchObject({ [MOST_UNTREATED]: "NOT_DERIVED" });
});

it("a yearly rate 60 % lower is refused where one pass uses half of the label's yearly maximum", async () => {
  const liberty = (rate: number) => ({
    products: [{ product_name: "Liberty ULTRA", epa_number: "7969-500", rate, rate_unit: "fl oz/ac" }],
  });
  const { id, place } = await fieldOf("half-of-the-year", liberty(34));
  expect(await refusedEdit(editor.select(place, epa(ANNUAL_RATE_60_LOWER)))).toBe("contradicts_rate");
  const low = await fieldOf("a-third-of-the-year", liberty(23));
  await editor.select(low.place, epa(ANNUAL_RATE_60_LOWER));
  expect(await reasonsOf(low.id)).toMatchObject({ [ANNUAL_RATE_60_LOWER]: null });
  expect(await reasonsOf(id)).not.toHaveProperty(String(ANNUAL_RATE_60_LOWER));
});

it("a provider whose portal is switched off gets no link members, and no date until which its portal is open", async () => {
  const off = await makeCaller("portal-off");
  await setProvider("portal-off", "portal_enabled", false);
  const { answer } = await saved(off);
  expect(answer).not.toHaveProperty("mitigation_portal_url");
  expect(answer).not.toHaveProperty("mitigation_portal_url_expires_at");
  expect(answer).not.toHaveProperty("expires_at");
  const field = await processField(off, { provider_field_id: "alone" });
  expect(field).not.toHaveProperty("mitigation_portal_url");
  expect(field).not.toHaveProperty("expires_at");
  const older = fieldBody("portal-off", { provider_field_id: "older" });
  const inV1 = processFieldV1Response.parse(await (await call(processFieldV1, off, { body: older })).json());
  expect(inV1).not.toHaveProperty("expires_at");
  const body = checkBody("portal-off", { application_method: "tractor", application_id: "v1" });
  const first = v1Response.parse(await (await call(checkV1, off, { body })).json());
  expect(first.mitigation_portal_url).toBeNull();
  expect(first.expires_at).toBeNull();
});

it("version 1 keeps the method that was named", async () => {
  const body = checkBody("contradicted", { application_method: "soil injection", application_id: "injected" });
  const found = v1Response.parse(await (await call(checkV1, caller, { body })).json());
  expect((await read(caller, found.application_event_id ?? "")).application_method).toBe("Soil-Injection");
});

it("drift.issues is there for a check without any requirement too", async () => {
  const { answer } = await saved(caller, { application_id: "quiet", products: [NEEDS_6, NO_ESA] });
  expect(Array.isArray(answer.compliance.drift.issues)).toBe(true);
});
