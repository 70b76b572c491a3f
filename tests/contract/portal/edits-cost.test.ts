import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { countStatements } from "@/lib/data/statement-context";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { PortalEdit, SelectionEdit, SelectionText } from "@/lib/domain/portal-edit";
import { getDeps } from "@/lib/runtime/deps";
import { applyEdit } from "@/lib/usecases/portal/edits/apply-edit";
import { readFieldYear } from "@/lib/usecases/portal/read-field-year";
import { readSession, type PortalSession } from "@/lib/usecases/portal/session";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const HOOD = 505;
const PROVIDER = "edit-cost";

let soil: Connected;
let session: PortalSession;
let ref: FieldYearRef & { applicationEventId: string };
let boundaryHash: string;

beforeAll(async () => {
  soil = await prepareGround();
  const farm = await makeCaller(PROVIDER);
  const { id } = await saved(farm, { application_id: "own", products: [NEEDS_6] });
  ref = { ...(await (await editorOf(PROVIDER)).placeOf(id)), applicationEventId: id };
  const { grant, cookie } = await openBrowser(farm, id);
  const found = await readSession(await getDeps(), { grant, cookie: cookie.replace("hedgerow-portal=", "") });
  if (found === null) throw new Error("no session");
  session = found;
  const asked = "SELECT boundary_hash AS hash FROM field WHERE field_id = $1";
  boundaryHash = (await sql<{ hash: string }>(PROVIDER, asked, [ref.fieldId]))[0]?.hash ?? "";
  // Products are looked up once a minute: the edits find them there.
  await readFieldYear(session.pass, ref);
});
afterAll(() => soil.close());

interface Cost {
  changeId: string | null;
  messages: string[];
}

/** The messages to the database that one edit causes, once the session is known. */
async function costOf(edit: PortalEdit): Promise<Cost> {
  const count = { statements: 0, messages: [] as string[] };
  const { changeId } = await countStatements(count, () => applyEdit(session, edit));
  expect(count.messages).toHaveLength(count.statements);
  return { changeId, messages: count.messages };
}

const transactionsOf = ({ messages }: Cost): number => messages.filter((message) => message === "BEGIN").length;
const EMPTY: SelectionText = { implementationDate: null, notes: null };

const selection = (more: Partial<SelectionEdit> = {}): SelectionEdit => ({
  kind: "selection",
  ...ref,
  ...MEASURES.noTill,
  base: null,
  selection: EMPTY,
  ...more,
});

const ring = [
  [-87.25, 32.894],
  [-87.246, 32.894],
  [-87.246, 32.8945],
  [-87.25, 32.894],
];

const KINDS: [string, () => PortalEdit, number][] = [
  ["selection", () => selection(), 12],
  ["selection, its text", () => selection({ base: EMPTY, selection: { ...EMPTY, notes: "Since May" } }), 11],
  [
    "exemption",
    () => ({
      kind: "exemption",
      ...ref,
      baseAnsweredAt: null,
      reasons: ["managed_areas_downgradient"],
      treatedAcres: null,
    }),
    9,
  ],
  [
    "drift_claim",
    () => ({
      kind: "drift_claim",
      ...ref,
      subOptionId: HOOD,
      base: null,
      claim: { customValue: null, notes: "Fitted in May" },
    }),
    11,
  ],
  [
    "drawn_feature",
    () => ({
      kind: "drawn_feature",
      ...ref,
      featureId: randomUUID(),
      base: null,
      drawing: { category: "road", label: null, geometry: { type: "Polygon", coordinates: [ring] } },
    }),
    13,
  ],
  [
    "downslope",
    () => ({ kind: "downslope", ...ref, edges: [{ partIndex: 0, ringIndex: 0, edgeIndex: 0 }], boundaryHash }),
    12,
  ],
];

test.each(KINDS)("an edit of the kind %s is one transaction, which reads back too", async (_kind, edit, messages) => {
  const cost = await costOf(edit());
  expect(cost.changeId).not.toBeNull();
  expect(transactionsOf(cost)).toBe(1);
  // Whether the session opens the field is asked before; the scoring after it asks the database nothing.
  expect(cost.messages[1]).toBe("BEGIN");
  expect(cost.messages.at(-1)).toBe("COMMIT");
  expect(cost.messages.length, cost.messages.join("\n")).toBe(messages);
});

it("an edit that is so already is taken back, and what is saved is read once", async () => {
  const edit = selection(MEASURES.coverCrop);
  expect((await costOf(edit)).changeId).not.toBeNull();
  const again = await costOf(edit);
  expect(again.changeId).toBeNull();
  expect(transactionsOf(again)).toBe(2);
  expect(again.messages).toContain("ROLLBACK");
});
