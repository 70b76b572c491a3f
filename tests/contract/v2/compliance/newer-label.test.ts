import { beforeEach, describe, expect, it } from "vitest";
import { noteSeenLabels } from "@/lib/data/imports/refreshes";
import { withClient } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { rows } from "@/tests/contract/imports/support";
import { openBrowser, readLive } from "@/tests/contract/portal/edits-support";
import { NEEDS_4, read, runoffOf, TRAIT } from "@/tests/contract/v2/compliance/support";
import { give, questions } from "@/tests/contract/v2/attestations/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { plannedYear } from "@/tests/contract/v2/compliance/year-support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { STRYAX } from "@/tests/support/requests";
import { editorOf, MEASURES, type Measure } from "@/tests/support/selections";

/** The other product of the trait program. */
const DUO = { product_name: "Enlist Duo", epa_number: "62719-649", rate: 3.5, rate_unit: "pt/ac" };

const { caller, save, choose } = plannedYear("newer-label");
beforeEach(async () => {
  await rows("DELETE FROM seen_label");
  (await getDeps()).caches.products.clear();
});

/** What the monthly look at EPA's list does where it finds a label that no one has read; the applications are for June. */
async function see(registration: string): Promise<void> {
  const label = { registration, labelDate: "2026-05-20", file: "a.pdf" };
  const [held] = await rows<{ date: string }>(
    `SELECT record #>> '{editions,-1,labelDate}' AS date FROM catalogue_product WHERE registration = '${registration}'`,
  );
  // A label that is no newer would change nothing, and no test of this file could fail.
  expect(String(held?.date) < label.labelDate).toBe(true);
  await withClient(ownerUrl(), (client) => noteSeenLabels(client, [label]));
  (await getDeps()).caches.products.clear();
}

async function chosen(products: Body[], measure: Measure): Promise<string> {
  const { id } = await save("first", products);
  await choose(id, measure);
  return id;
}

describe("a newer label that no one has read makes no saved answer kinder", () => {
  it("what the label on file allows in a year still speaks against a lower yearly total", async () => {
    const first = await chosen([STRYAX], MEASURES.annualRate30Lower);
    await save("second", [STRYAX], { application_date: "2026-07-01" });
    const before = await read(caller(), first);
    expect(runoffOf(before).selected_measures).toContainEqual(
      expect.objectContaining({ sub_option_id: MEASURES.annualRate30Lower.subOptionId, reason: "NOT_DERIVED" }),
    );
    await see(STRYAX.epa_number);
    expect(await read(caller(), first)).toEqual(before);
  });

  it("applications of the year are counted in the trait program as before", async () => {
    const first = await chosen([TRAIT], MEASURES.traitOneApplication);
    await save("second", [TRAIT], { application_date: "2026-07-01" });
    const before = await read(caller(), first);
    expect(runoffOf(before, "trait_runoff").status).toBe("not_met");
    await see(TRAIT.epa_number);
    expect(await read(caller(), first)).toEqual(before);
    const place = await (await editorOf("newer-label")).placeOf(first);
    const { applications } = await readLive(await openBrowser(caller(), first), {
      ...place,
      applicationEventId: first,
    });
    expect(applications.find(({ isShown }) => isShown)?.tallies).toEqual([
      { title: "Trait program credits", headline: "4 credits short" },
    ]);
  });

  it("another application of the program counts whichever label of its product is new", async () => {
    const first = await chosen([TRAIT], MEASURES.traitOneApplication);
    await save("second", [DUO], { application_date: "2026-07-01" });
    expect(runoffOf(await read(caller(), first), "trait_runoff").status).toBe("not_met");
    await see(DUO.epa_number);
    expect(runoffOf(await read(caller(), first), "trait_runoff").status).toBe("not_met");
    const { answer } = await save("first", [TRAIT]);
    const entry = answer.compliance.runoff.find(({ mitigation_type: type }) => type === "trait_runoff");
    expect(entry?.status).toBe("not_met");
  });
});

/** The catalogue as a set leaves it that knows a product from EPA's register alone. */
async function forgetLabel(registration: string, work: () => Promise<void>): Promise<void> {
  const where = `WHERE registration = '${registration}'`;
  const held = await rows<{ record: unknown }>(`SELECT record FROM catalogue_product ${where}`);
  const { caches } = await getDeps();
  await rows(
    `UPDATE catalogue_product SET record = (record - 'editions') || '{"rules": null, "esaLabelLanguage": null}' ${where}`,
  );
  caches.products.clear();
  try {
    await work();
  } finally {
    await rows(`UPDATE catalogue_product SET record = $1 ${where}`, [JSON.stringify(held[0]?.record)]);
    caches.products.clear();
  }
}

describe("a catalogue that holds a product without its directions", () => {
  it("leaves open what was scored by them", async () => {
    const first = await chosen([STRYAX, NEEDS_4], MEASURES.annualRate30Lower);
    await save("second", [STRYAX, NEEDS_4], { application_date: "2026-07-01" });
    const before = runoffOf(await read(caller(), first));
    expect(before.issues).toEqual([]);
    await forgetLabel(STRYAX.epa_number, async () => {
      const entry = runoffOf(await read(caller(), first));
      expect(entry).toMatchObject({ status: "indeterminate", issues: ["UNKNOWN_PRODUCT"] });
    });
    expect(runoffOf(await read(caller(), first))).toEqual(before);
  });

  it("changes nothing where no one had read the label at the check either", async () => {
    await forgetLabel(STRYAX.epa_number, async () => {
      const { id } = await save("unread", [TRAIT, STRYAX]);
      expect(runoffOf(await read(caller(), id), "trait_runoff").issues).toEqual([]);
    });
  });
});

it("who said that the newer label has no directions is scored as the check was, until one that was read has some", async () => {
  const languageIs = (language: boolean) =>
    rows(
      `UPDATE catalogue_product SET record = jsonb_set(record, '{editions,-1,esaLabelLanguage}', '${language}')
       WHERE registration = '${STRYAX.epa_number}'`,
    );
  await languageIs(false);
  try {
    await see(STRYAX.epa_number);
    const mix = [STRYAX, NEEDS_4];
    const first = await chosen(mix, MEASURES.annualRate30Lower);
    await save("second", mix, { application_date: "2026-07-01" });
    const about = (await questions(caller(), first)).filter(({ subject }) => subject === STRYAX.epa_number);
    await give(caller(), first, Object.fromEntries(about.map(({ question_id: id }) => [id, "no"])));
    const { answer } = await save("first", mix);
    const [checked] = answer.compliance.runoff;
    expect(runoffOf(await read(caller(), first))).toMatchObject({
      status: "met",
      ...{ earned_points: checked?.earned_points, required_points: checked?.required_points },
    });
    // No reading of the label speaks against the measure: it can be chosen again.
    const editor = await editorOf("newer-label");
    const place = await editor.placeOf(first);
    await editor.takeBack(place, MEASURES.annualRate30Lower);
    await editor.select(place, MEASURES.annualRate30Lower);
    await rows("DELETE FROM seen_label");
    await languageIs(true);
    (await getDeps()).caches.products.clear();
    const asRead = runoffOf(await read(caller(), first));
    expect(asRead.earned_points).toBeLessThan(checked?.earned_points ?? 0);
    await see(STRYAX.epa_number);
    expect(runoffOf(await read(caller(), first))).toEqual(asRead);
  } finally {
    await languageIs(true);
  }
});
