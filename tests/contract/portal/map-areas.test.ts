import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "@/lib/data/statement-context";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { getDeps } from "@/lib/runtime/deps";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { GROUND, loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
/** The map of a field on a day, and how many messages to the database it took. */
let readMap: (onDate?: string) => Promise<{ model: FieldMapModel; messages: number }>;

const HERE = { pulaId: 7, geometry: GROUND };

beforeAll(async () => {
  soil = await prepareGround([HERE]);
  const caller = await makeCaller("mapped");
  const { id } = await saved(caller, { products: [NEEDS_6] });
  const text = "SELECT field_id FROM application WHERE application_event_id = $1";
  const [row] = await sql<{ field_id: string }>("mapped", text, [id]);
  const fieldId = row?.field_id ?? "";
  const { grant, cookie } = await openBrowser(caller, id);
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
  const opened = await openFieldYear(await getDeps(), asked, { applicationEventId: id, year: null });
  if (opened === null) throw new Error("no place");
  readMap = async (onDate = "2026-06-15") => {
    const count = { statements: 0 };
    const model = await countStatements(count, () =>
      readFieldMap(opened.session, { fieldId, applicationEventId: id, onDate }),
    );
    if (model === null) throw new Error("no map");
    return { model, messages: count.statements };
  };
});
afterAll(() => soil.close());

describe("the areas on a field's map", () => {
  it("are looked up once, and kept for who comes back", async () => {
    const first = await readMap();
    const again = await readMap();
    expect(first.model.pulas).toEqual([expect.objectContaining({ pulaId: 7, sharePct: 100 })]);
    expect(again.model).toEqual(first.model);
    expect([first.messages, again.messages]).toEqual([4, 3]);
  });

  it("are those of the day that is asked for", async () => {
    expect((await readMap()).model.pulas).toHaveLength(1);
    expect((await readMap("1999-01-01")).model.pulas).toEqual([]);
  });

  it("are those of the set in force, from the moment it is", async () => {
    expect((await readMap()).model.pulas).toHaveLength(1);
    await loadGround([]);
    expect((await readMap()).model.pulas).toEqual([]);
    await loadGround([HERE]);
    expect((await readMap()).model.pulas).toHaveLength(1);
  });
});
