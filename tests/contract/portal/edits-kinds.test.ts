import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { beginAs } from "@/lib/data/db";
import type { FieldYearRef } from "@/lib/domain/field-year";
import {
  edit,
  openBrowser,
  readLive,
  refusedEdit,
  selection,
  sendEdit,
  written,
  type Browser,
} from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { GROUND, sql } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const TEXT = "Do not apply within 100 feet of open water.";
const NO_TILL = MEASURES.noTill.subOptionId;

let soil: Connected;
let farm: Caller;
let id: string;
let place: FieldYearRef;
let browser: Browser;
/** An application of the same provider that the session does not open. */
let closed: FieldYearRef;
let boundaryHash: string;
let limitationId: number;

async function placeOf(application: string): Promise<FieldYearRef> {
  const { fieldId, year } = await (await editorOf("farm")).placeOf(application);
  return { fieldId, year, applicationEventId: application };
}

beforeAll(async () => {
  soil = await prepareGround(
    [{ pulaId: 121, geometry: GROUND }],
    [{ pulaId: 121, registration: NEEDS_6.epa_number, code: "ZZ1", limitation: TEXT }],
  );
  farm = await makeCaller("farm");
  ({ id } = await saved(farm, { application_id: "own", products: [NEEDS_6] }));
  place = await placeOf(id);
  closed = await placeOf((await saved(farm, { application_id: "closed", products: [NEEDS_6] })).id);
  browser = await openBrowser(farm, id);
  const rows = await sql<{ hash: string }>("farm", "SELECT boundary_hash AS hash FROM field WHERE field_id = $1", [
    place.fieldId,
  ]);
  boundaryHash = rows[0]?.hash ?? "";
  const [row] = await sql<{ id: number }>("farm", "SELECT limitation_id AS id FROM limitation WHERE code = 'ZZ1'");
  limitationId = Number(row?.id);
});
afterAll(() => soil.close());

type Making = (at: FieldYearRef) => Record<string, unknown>;
const ring = [
  [-87.25, 32.894],
  [-87.246, 32.894],
  [-87.246, 32.8945],
  [-87.25, 32.894],
];
const drawing = { category: "road", label: null, geometry: { type: "Polygon", coordinates: [ring] } };

/** One good edit of each kind that anybody can make at first; undo and confirmation need something made before them. */
const KINDS: Record<string, Making> = {
  selection: (at) => selection(at, NO_TILL),
  advice: (at) => ({ kind: "advice", ...at, system: "epa_runoff", subOptionIds: [NO_TILL], baseRevision: 1 }),
  exemption: (at) => ({ kind: "exemption", ...at, baseAnsweredAt: null, reasons: ["tailwater_return"] }),
  reviewed: (at) => ({
    kind: "reviewed",
    ...at,
    product: NEEDS_6.epa_number,
    pulaId: 121,
    limitationId,
    textHash: hashOfText(TEXT),
    reviewed: true,
  }),
  drawn_feature: (at) => ({ kind: "drawn_feature", ...at, featureId: randomUUID(), base: null, drawing }),
  downslope: (at) => ({
    kind: "downslope",
    ...at,
    edges: [{ partIndex: 0, ringIndex: 0, edgeIndex: 0 }],
    boundaryHash,
  }),
};

const changes = async (): Promise<number> =>
  (await sql<{ count: number }>("farm", "SELECT count(*)::int AS count FROM change_event"))[0]?.count ?? -1;

describe.each(Object.entries(KINDS))("an edit of the kind %s", (kind, make) => {
  it("of a field, or in the name of an application, that the session does not open is 404 and writes nothing", async () => {
    const before = await changes();
    const answers = [];
    for (const there of [closed, { ...place, fieldId: randomUUID() }, { ...place, applicationEventId: randomUUID() }]) {
      answers.push(await refusedEdit(browser, make(there), { status: 404 }));
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await changes()).toBe(before);
  });

  it("with a member of the wrong kind is 422, and says which", async () => {
    const response = await sendEdit(browser, { ...make(place), year: "soon" });
    expect(response.status).toBe(422);
    const { error } = (await response.json()) as { error: { code: string; details: { path: string[] }[] } };
    expect(error.code).toBe("INVALID_REQUEST");
    expect(error.details.map(({ path }) => path)).toContainEqual(["year"]);
  });

  it("under a lock is 423 with what is saved now, and is made once the lock is gone", async () => {
    await lock(farm, id, true);
    const before = await changes();
    const found = await refusedEdit(browser, make(place), { status: 423 });
    expect(found.error.code).toBe("LOCKED");
    expect(found.current?.lock.isLocked).toBe(true);
    expect(await changes()).toBe(before);
    await lock(farm, id, false);
    const { revision } = await readLive(browser, place);
    const body = { ...make(place), ...(kind === "advice" ? { baseRevision: revision } : {}) };
    const made = await edit(browser, body);
    expect(made.live.place).toEqual({ fieldId: place.fieldId, year: place.year, applicationEventId: id });
    const { changeId } = made;
    // A mark has no history; the advised measure stands already where a selection came before.
    if (changeId !== null) await edit(browser, { kind: "undo", ...place, changeId });
  });
});

describe("what changed meanwhile is 409 with what is saved now", () => {
  test.each([
    ["a text that is another one by now", () => ({ ...KINDS.reviewed?.(place), textHash: "0".repeat(64) })],
    ["a boundary that is another one by now", () => ({ ...KINDS.downslope?.(place), boundaryHash: "0".repeat(64) })],
    ["a set advised on an older state", () => ({ ...KINDS.advice?.(place), subOptionIds: [212], baseRevision: 99 })],
  ])("%s", async (_title, body) => {
    const found = await refusedEdit(browser, body(), { status: 409 });
    expect(found.error.code).toBe("CHANGED");
    expect(found.current?.place.fieldId).toBe(place.fieldId);
  });

  it("of two sets that are chosen at the same moment one is made, whole, and the other told", async () => {
    const { revision } = await readLive(browser, place);
    const sets = [[NO_TILL], [MEASURES.contourFarming.subOptionId, MEASURES.coverCrop.subOptionId]];
    const before = await changes();
    const answers = await Promise.all(
      sets.map((ids) => sendEdit(browser, { ...KINDS.advice?.(place), subOptionIds: ids, baseRevision: revision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await changes()).toBe(before + 1);
    const won = sets[answers.findIndex(({ status }) => status === 200)];
    const { measures, changes: made } = await readLive(browser, place);
    const own = measures.filter(({ isSelected, isAutomatic }) => isSelected && !isAutomatic).map((each) => each.id);
    expect(own.toSorted()).toEqual(won?.toSorted());
    await edit(browser, { kind: "undo", ...place, changeId: made[0]?.changeId });
  });
});

describe("under a lock", () => {
  const locked = async (body: unknown): Promise<void> => {
    await lock(farm, id, true);
    const before = await changes();
    const found = await refusedEdit(browser, body, { status: 423 });
    expect(found.error.code).toBe("LOCKED");
    expect(found.current?.lock.isLocked).toBe(true);
    expect(await changes()).toBe(before);
    await lock(farm, id, false);
  };

  it("nothing that was made before it is undone, until it is gone", async () => {
    const { changeId } = await edit(browser, selection(place, MEASURES.wetlands.subOptionId));
    const undo = { kind: "undo", ...place, changeId };
    await locked(undo);
    expect((await edit(browser, undo)).changeId).not.toBeNull();
  });

  it("drawings of an earlier boundary stay as they are, until it is gone", async () => {
    const featureId = randomUUID();
    await edit(browser, { ...KINDS.drawn_feature?.(place), featureId });
    await sql("farm", "UPDATE drawn_feature SET boundary_hash = repeat('0', 64) WHERE feature_id = $1", [featureId]);
    const confirm = { kind: "confirm_features", ...place, featureIds: [featureId], boundaryHash };
    await locked(confirm);
    expect((await edit(browser, confirm)).changeId).not.toBeNull();
  });
});

it("a mark that is made while a lock is being answered waits for it, and is refused", async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL ?? "" });
  await client.connect();
  // As the service begins: on Citus, `set_config` would not reach the server with the rows, and nothing would be locked.
  await client.query(beginAs("farm", { isOwnRole: true }));
  const { rowCount } = await client.query(
    "UPDATE application SET portal_locked_at = now() WHERE provider_id = 'farm' AND application_event_id = $1",
    [id],
  );
  expect(rowCount).toBe(1);
  const mark = sendEdit(browser, KINDS.reviewed?.(place));
  try {
    // Long enough for a mark that does not wait to be made.
    expect(await Promise.race([mark.then(({ status }) => status), pause(1500, "waits")])).toBe("waits");
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
  expect((await mark).status).toBe(423);
  await lock(farm, id, false);
});

it("a lock that is answered closes at once: no edit that was under way comes after it", async () => {
  // None of them contradicts another: which comes first makes no difference.
  const ids = [212, 213, 231, 234, 237];
  const edits = ids.map((each) => sendEdit(browser, selection(place, each)));
  await lock(farm, id, true);
  const atLock = await changes();
  const answers = await Promise.all(edits);
  expect(await changes()).toBe(atLock);
  for (const answer of answers) {
    expect([200, 423], answer.status === 200 ? "" : await answer.text()).toContain(answer.status);
  }
  await lock(farm, id, false);
});

it("a measure that the menu has dropped can be written about and taken back, and not chosen again", async () => {
  const dropped = 9999;
  const insert = `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
                  VALUES ('farm', $1, $2, 'epa_runoff', ${dropped}, 'portal')`;
  await sql("farm", insert, [place.fieldId, place.year]);
  const noted = selection(place, dropped, { base: written(), wanted: written("Kept") });
  expect((await edit(browser, noted)).changeId).not.toBeNull();
  expect(
    (await edit(browser, selection(place, dropped, { base: written("Kept"), wanted: null }))).changeId,
  ).not.toBeNull();
  expect((await refusedEdit(browser, selection(place, dropped), { status: 422 })).error.code).toBe("UNKNOWN_MEASURE");
});
