import { beforeAll, describe, expect, it } from "vitest";
import {
  check,
  loadCounties,
  loadGround,
  rowCounts,
  snapshot,
  sql,
  type Body,
} from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { NO_ESA, squareField, STRYAX } from "@/tests/support/requests";

const PROVIDER = "again";
let caller: Caller;
beforeAll(async () => {
  await loadGround();
  await loadCounties([
    { geoId: "01007", name: "Bibb", geometry: box(-88, 32, -87, 34) },
    { geoId: "22007", name: "East", geometry: box(-87, 32, -86.5, 34) },
    { geoId: "01001", name: "Autauga", geometry: box(-86.5, 32, -86, 34) },
  ]);
  caller = await makeCaller(PROVIDER);
});

/** As answers in the portal exempt an application from runoff points. */
const exempt = (id: string | undefined): Promise<unknown> =>
  sql(
    PROVIDER,
    `UPDATE requirement SET required = false, exemption_evaluated_at = now(), exemption_reasons = '["tailwater_return"]'
     WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
    [id],
  );

interface SavedRow {
  application_event_id: string;
  field_id: string;
  field_name: string;
  field_revision: number;
  boundary_hash: string;
  provider_group_id: string | null;
  user_email: string | null;
  gpa: number | null;
  droplet_size: string | null;
  boom_height: string | null;
  products: { productName: string }[];
  crop: string[];
  revision: number;
  processing_status: string;
  last_assessment_id: string;
  provider_field_id: string;
}

const send = (applicationId: string, more: Body = {}) => check(caller, { application_id: applicationId, ...more });

/** What is saved of an application on a live field. */
async function saved(applicationId: string): Promise<SavedRow> {
  const rows = await sql<SavedRow>(
    PROVIDER,
    `SELECT a.*, f.field_name, f.provider_field_id, f.revision AS field_revision, f.boundary_hash AS boundary_hash
     FROM application a JOIN field f USING (provider_id, field_id)
     WHERE a.application_id = $1 AND f.archived_at IS NULL`,
    [applicationId],
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`${rows.length} live applications ${applicationId}`);
  return row;
}

const credits = (fieldId: string, year = 2026) =>
  sql<{ sub_option_id: number; source: string; notes: string | null }>(
    PROVIDER,
    "SELECT sub_option_id, source, notes FROM measure_selection WHERE field_id = $1 AND year = $2 ORDER BY sub_option_id",
    [fieldId, year],
  );

describe("the same application again", () => {
  it("keeps its reference and refreshes everything under it", async () => {
    const first = await send("same", { field_name: "Old name" });
    const before = await saved("same");
    const second = await send("same", { field_name: "New name", products: [{ ...STRYAX, product_name: "Renamed" }] });
    const after = await saved("same");
    expect(second.application_event_id).toBe(first.application_event_id);
    expect(after.application_event_id).toBe(first.application_event_id);
    expect(after).toMatchObject({ field_name: "New name", field_id: before.field_id, processing_status: "completed" });
    expect(after.products.map(({ productName }) => productName)).toEqual(["Renamed"]);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.last_assessment_id).not.toBe(before.last_assessment_id);
    const [kept] = await sql<{ count: number }>(
      PROVIDER,
      "SELECT count(*)::int AS count FROM assessment WHERE application_event_id = $1",
      [first.application_event_id],
    );
    expect(kept?.count).toBe(2);
  });

  it("is another one under another account", async () => {
    const one = await send("shared-id", { account_id: "account-a", provider_field_id: "field-a" });
    const two = await send("shared-id", { account_id: "account-b", provider_field_id: "field-b" });
    expect(two.application_event_id).not.toBe(one.application_event_id);
  });

  it("without a field id is the field of its own id, whether left out or null", async () => {
    await send("own-field");
    expect((await saved("own-field")).provider_field_id).toBe("own-field");
    await send("own-field", { provider_field_id: null });
    expect((await saved("own-field")).provider_field_id).toBe("own-field");
  });
});

describe.each([
  ["provider_group_id", "group-1", "group-2"],
  ["user_email", "one@example.org", "two@example.org"],
] as const)("%s", (member, one, two) => {
  const id = `three-way-${member}`;
  const kept = async () => (await saved(id))[member];

  it("left out keeps what is saved, a value replaces it and null clears it", async () => {
    await send(id);
    expect(await kept()).toBeNull();
    await send(id, { [member]: one });
    expect(await kept()).toBe(one);
    await send(id);
    expect(await kept()).toBe(one);
    await send(id, { [member]: two });
    expect(await kept()).toBe(two);
    await send(id, { [member]: null });
    expect(await kept()).toBeNull();
  });
});

describe("every other member", () => {
  it("left out goes back to nothing", async () => {
    const setup = { gpa: 15, droplet_size: "C", boom_height: "low", crop: ["cotton"] };
    await send("reset", setup);
    expect(await saved("reset")).toMatchObject({
      gpa: 15,
      droplet_size: "coarse",
      boom_height: "low",
      crop: ["cotton"],
    });
    await send("reset", { crop: [] });
    expect(await saved("reset")).toMatchObject({ gpa: null, droplet_size: null, boom_height: null, crop: [] });
  });
});

describe("an early return", () => {
  it("saves nothing of a new application", async () => {
    const before = await rowCounts(PROVIDER);
    const found = await send("early-new", { products: [NO_ESA] });
    expect(found.esa_required).toBe(false);
    expect(await rowCounts(PROVIDER)).toEqual(before);
  });

  it("does not touch what is saved of an old one", async () => {
    await send("early-old", { user_email: "kept@example.org" });
    const before = await snapshot(PROVIDER);
    const found = await send("early-old", {
      products: [NO_ESA],
      user_email: null,
      field_boundary: squareField(-87, 33.2),
    });
    expect(found).not.toHaveProperty("application_event_id");
    expect(await snapshot(PROVIDER)).toBe(before);
  });
});

describe("the field under an application", () => {
  it("keeps its revision while its boundary is the same, and its credits", async () => {
    await send("ground", { field_boundary: squareField(-87.5, 33) });
    const before = await saved("ground");
    await send("ground", { field_boundary: { ...squareField(-87.5, 33), properties: { other: 1 } } });
    expect((await saved("ground")).field_revision).toBe(before.field_revision);
    expect(await credits(before.field_id)).toEqual([
      { sub_option_id: 10, source: "county", notes: "County: Bibb" },
      { sub_option_id: 24, source: "always", notes: null },
    ]);
  });

  it("moves on with a changed boundary: new revision, credits of the new ground, portal choices kept", async () => {
    const { field_id: fieldId, ...before } = await saved("ground");
    await sql(
      PROVIDER,
      `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
       VALUES ($1, $2, 2026, 'epa_runoff', 40, 'portal')`,
      [PROVIDER, fieldId],
    );
    const found = await send("ground", { field_boundary: squareField(-86.8, 33) });
    const after = await saved("ground");
    expect(after.field_id).toBe(fieldId);
    expect(after.field_revision).toBe(before.field_revision + 1);
    expect(after.boundary_hash).not.toBe(before.boundary_hash);
    expect(await credits(fieldId)).toEqual([
      { sub_option_id: 12, source: "county", notes: "County: East" },
      { sub_option_id: 24, source: "always", notes: null },
      { sub_option_id: 40, source: "portal", notes: null },
    ]);
    const counted = found.compliance.runoff[0]?.selected_measures.map(({ sub_option_id: id }) => id);
    expect(counted?.toSorted((a, b) => a - b)).toEqual([12, 24, 40]);
  });

  it("in another county of the same class names the county it lies in now", async () => {
    await send("same-class", { field_boundary: squareField(-87.5, 33) });
    const { field_id: fieldId } = await saved("same-class");
    await send("same-class", { field_boundary: squareField(-86.3, 33) });
    expect((await credits(fieldId)).find(({ source }) => source === "county")).toEqual({
      sub_option_id: 10,
      source: "county",
      notes: "County: Autauga",
    });
  });

  it("has credits of each year by itself", async () => {
    await send("years", { application_date: "2026-06-15" });
    await send("years", { application_date: "2027-06-15" });
    const { field_id: fieldId } = await saved("years");
    expect(await credits(fieldId, 2026)).toHaveLength(2);
    expect(await credits(fieldId, 2027)).toHaveLength(2);
  });

  it("that is archived is left alone: the same ids make a new field and a new application", async () => {
    const first = await send("archived");
    const old = await saved("archived");
    await sql(PROVIDER, "UPDATE field SET archived_at = now() WHERE field_id = $1", [old.field_id]);
    const second = await send("archived");
    const fresh = await saved("archived");
    expect(second.application_event_id).not.toBe(first.application_event_id);
    expect(fresh.field_id).not.toBe(old.field_id);
    const [archived] = await sql<{ revision: number }>(
      PROVIDER,
      "SELECT revision FROM application WHERE application_event_id = $1",
      [first.application_event_id],
    );
    expect(archived?.revision).toBe(old.revision);
  });
});

describe("what others did to an application", () => {
  it("an accepted exemption stays over a recheck, and the label's target stands beside it", async () => {
    const first = await send("exempt");
    await exempt(first.application_event_id);
    const found = await send("exempt");
    expect(found.compliance.runoff[0]).toMatchObject({
      exempt: true,
      required: false,
      status: "met",
      required_points: 0,
      gap: 0,
      label_required_points: 3,
      runoff_exemption_reasons: ["tailwater_return"],
    });
  });

  it("an exemption is of one year: for a day of another one it is required, and for good", async () => {
    const first = await send("of a year", { application_date: "2026-12-30" });
    await exempt(first.application_event_id);
    const runoffOn = async (day: string) =>
      (await send("of a year", { application_date: day })).compliance.runoff.map(({ year, exempt, required }) => {
        return { year, exempt, required };
      });
    expect(await runoffOn("2026-12-29")).toEqual([{ year: 2026, exempt: true, required: false }]);
    const open = { year: 2027, exempt: false, required: true };
    expect(await runoffOn("2027-01-02")).toEqual([open]);
    const kept = await sql(
      PROVIDER,
      `SELECT required, exemption_evaluated_at, exemption_reasons FROM requirement
       WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
      [first.application_event_id],
    );
    expect(kept).toEqual([{ required: true, exemption_evaluated_at: null, exemption_reasons: null }]);
    expect(await runoffOn("2026-12-30")).toEqual([{ ...open, year: 2026 }]);
  });

  it("an answer that was kept while nothing asked for points is of one year too", async () => {
    const first = await send("kept", { application_date: "2026-12-30" });
    await exempt(first.application_event_id);
    await sql(
      PROVIDER,
      `UPDATE application SET kept_exemption = '{"required": false, "evaluatedAt": "2026-01-01T00:00:00Z", "reasons": ["tailwater_return"]}'
       WHERE application_event_id = $1`,
      [first.application_event_id],
    );
    await sql(PROVIDER, "DELETE FROM requirement WHERE application_event_id = $1", [first.application_event_id]);
    const found = await send("kept", { application_date: "2027-01-02" });
    expect(found.compliance.runoff[0]).toMatchObject({ year: 2027, exempt: false, required: true });
  });

  it("requirements that no longer apply go, and come back with the product", async () => {
    const types = async () =>
      (
        await sql<{ mitigation_type: string }>(
          PROVIDER,
          "SELECT mitigation_type FROM requirement JOIN application USING (provider_id, application_event_id) WHERE application_id = 'changes' ORDER BY 1",
        )
      ).map(({ mitigation_type: type }) => type);
    await send("changes", { products: [{ ...STRYAX, epa_number: "99002-3" }] });
    expect(await types()).toEqual(["epa_drift_ground", "epa_runoff", "trait_runoff"]);
    await send("changes", { products: [STRYAX], application_method: "Broadcast-Air" });
    expect(await types()).toEqual(["epa_runoff"]);
    await send("changes", { products: [STRYAX] });
    expect(await types()).toEqual(["epa_drift_ground", "epa_runoff"]);
  });
});

describe("the reference of an application", () => {
  it("is a UUIDv7, so that the order by reference is the order of creation", async () => {
    const ids: (string | undefined)[] = [];
    for (const id of ["order-1", "order-2", "order-3"]) ids.push((await send(id)).application_event_id);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(ids.toSorted()).toEqual(ids);
  });
});
