import { describe, expect, it } from "vitest";
import type { DrawnFeatureEdit, Drawing } from "@/lib/domain/portal-edit";
import { memoryStore, steadyStore, type EditStore } from "@/lib/portal-client/store";
import type { EndedEdit } from "@/lib/portal-client/queue";
import {
  NOTHING_STORED,
  withEdit,
  withEnded,
  withRefused,
  withSaved,
  withTried,
  type NewEdit,
  type Stored,
} from "@/lib/portal-client/stored";
import { editInWords, EXEMPTIONS_IN_SPANISH } from "@/lib/portal-client/words";
import { EXEMPTION_NAMES } from "@/lib/views/portal/record-values";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { inSpanish } from "@/tests/support/spanish";
import { FIELD_YEAR, selectionEdit, written } from "@/tests/unit/portal/sample-edits";

const text = (notes: string | null | undefined) => (notes === undefined ? null : written(notes));
const edit = (id: number, base: string | null | undefined, wanted: string | null | undefined): NewEdit => ({
  item: `selection:${id}`,
  label: "No-till",
  where: "Home quarter",
  madeAt: "2026-11-21T12:00:00.000Z",
  body: selectionEdit(id, text(base), text(wanted)),
});
const made = (...edits: NewEdit[]) => edits.reduce(withEdit, NOTHING_STORED);
const wanted = ({ queued }: ReturnType<typeof made>) =>
  queued.map(({ body }) => (body.kind === "selection" ? (body.selection?.notes ?? null) : null));

describe("what ended", () => {
  const end = (kind: EndedEdit["kind"], fieldId: string, at: string) => (stored: Stored) =>
    withEnded(stored, { fieldId, kind }, at);
  const after = (...ends: ReturnType<typeof end>[]) =>
    ends.reduce((stored, each) => each(stored), NOTHING_STORED).ended;

  it("is kept by its last time for each field, and over further edits", () => {
    const kept = after(end("selection", "a", "1"), end("downslope", "b", "2"), end("exemption", "a", "3"));
    expect(kept).toEqual([
      { fieldId: "b", kind: "downslope", at: "2" },
      { fieldId: "a", kind: "exemption", at: "3" },
    ]);
    expect(withEdit({ ...NOTHING_STORED, ended: kept }, edit(1, undefined, "a")).ended).toEqual(kept);
  });

  it("is kept of a record by itself: it changes no answer, and its own page may lack it", () => {
    expect(after(end("record_photo", "a", "1"), end("selection", "a", "2"), end("record_entry", "a", "3"))).toEqual([
      { fieldId: "a", kind: "selection", at: "2" },
      { fieldId: "a", kind: "record_entry", at: "3" },
    ]);
  });
});

describe("what waits", () => {
  it("joins an edit of the same measure that was never sent", () => {
    expect(made(edit(1, undefined, "a"), edit(1, "a", "b")).queued).toMatchObject([
      { body: edit(1, undefined, "b").body },
    ]);
  });

  it("joins an area that was drawn and never sent; drawn and taken away again, it is none", () => {
    const road: Drawing = { category: "road", label: null, geometry: { type: "Polygon", coordinates: [] } };
    const grass: Drawing = { ...road, category: "mowed_grass" };
    const saved = { ...road, boundaryHash: "0" };
    const area = (base: DrawnFeatureEdit["base"], drawing: Drawing | null): NewEdit => ({
      ...edit(1, undefined, undefined),
      item: "drawn_feature:1",
      body: { kind: "drawn_feature", ...FIELD_YEAR, featureId: "1", base, drawing },
    });
    const bodies = (...edits: NewEdit[]) => made(...edits).queued.map(({ body }) => body);
    expect(bodies(area(null, road), area(saved, grass))).toEqual([area(null, grass).body]);
    expect(bodies(area(null, road), area(saved, null))).toEqual([]);
    expect(bodies(area(saved, grass), area({ ...grass, boundaryHash: "0" }, null))).toEqual([area(saved, null).body]);
  });

  it("is named as it is called now: an area that was renamed while it waited is refused by its new name", () => {
    const named = (label: string, notes: string): NewEdit => ({ ...edit(1, undefined, notes), label });
    const both = made(named("Old lane", "a"), named("Road", "b"));
    expect(both.queued).toMatchObject([{ label: "Road" }]);
    const reason = { code: "CHANGED", message: "Meanwhile" };
    expect(withRefused(both, 1, reason).refused).toMatchObject([{ label: "Road" }]);
    const behind = withEdit(withTried(made(named("Old lane", "a")), 1), named("Road", "b"));
    expect(withRefused(behind, 1, reason).refused).toMatchObject([{ label: "Road" }]);
  });

  it("does not join one that was sent: it may be saved as it stood", () => {
    const tried = withTried(made(edit(1, undefined, "a")), 1);
    expect(wanted(withEdit(tried, edit(1, "a", "b")))).toEqual(["a", "b"]);
  });

  it("is one edit where a closed page left it in the stash and in the store, sent already or not", () => {
    const one = { ...edit(1, undefined, "a"), key: "00000000-0000-4000-8000-000000000001" };
    const kept = made(one);
    expect(withEdit(kept, one)).toEqual(kept);
    const tried = withTried(kept, 1);
    expect(withEdit(tried, one)).toEqual(tried);
    const other = { ...edit(2, undefined, "b"), key: "00000000-0000-4000-8000-000000000002" };
    expect(withEdit(withEdit(tried, other), one).queued.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("never gets a number twice, so that no tab takes one edit for another", () => {
    const first = made(edit(1, undefined, "a"));
    const done = { sent: edit(1, undefined, "a").body, revisionBefore: 1, revisionAfter: 2, answeredAt: null };
    expect(withEdit(withSaved(first, 1, done), edit(2, undefined, "b")).queued.map(({ seq }) => seq)).toEqual([2]);
  });

  it("is kept whole when it is refused, with what was written behind it", () => {
    const both = withEdit(withTried(made(edit(1, "x", "a"), edit(2, undefined, "other")), 1), edit(1, "a", "a and b"));
    const { queued, refused } = withRefused(both, 1, { code: "CHANGED", message: "Meanwhile" });
    expect(queued.map(({ item }) => item)).toEqual(["selection:2"]);
    expect(refused).toMatchObject([{ body: edit(1, "x", "a and b").body, reason: { code: "CHANGED" } }]);
  });
});

describe("a browser that stops keeping things", () => {
  /** Fails from the given change on, as a full disk does. */
  const failing = (from: number): EditStore => {
    const inner = memoryStore();
    let changes = 0;
    return {
      ...inner,
      change: (work) => {
        changes += 1;
        return changes >= from ? Promise.reject(new DOMException("full", "QuotaExceededError")) : inner.change(work);
      },
    };
  };

  it("loses no edit: the page goes on in memory, and says so once", async () => {
    let told = 0;
    const store = steadyStore(failing(2), () => (told += 1));
    await store.change((stored) => withEdit(stored, edit(1, undefined, "a")));
    await store.change((stored) => withEdit(stored, edit(2, undefined, "b")));
    await store.change((stored) => withEdit(stored, edit(3, undefined, "c")));
    expect(wanted(await store.read())).toEqual(["a", "b", "c"]);
    expect(told).toBe(1);
  });

  it("from the start, as in some private windows, says so at once", async () => {
    let told = 0;
    const store = steadyStore(null, () => (told += 1));
    expect(told).toBe(1);
    expect(wanted(await store.change((stored) => withEdit(stored, edit(1, undefined, "a"))))).toEqual(["a"]);
  });
});

it("an edit in words says where, what, and every word that was typed", () => {
  const [queued] = made(edit(1, undefined, "North part\nfrom the ditch")).queued;
  const words = queued === undefined ? "" : editInWords(queued);
  expect(words).toContain("Home quarter");
  expect(words).toContain("Tick: No-till");
  expect(words).toContain("North part\nfrom the ditch");
});

it("an edit in words names the clock of its time: they are sent to people with other clocks", () => {
  const [queued] = made(edit(1, undefined, null)).queued;
  const heading = (): string => (queued === undefined ? "" : (editInWords(queued).split("\n")[0] ?? ""));
  expect(heading()).toMatch(/\d:\d\d [AP]M [A-Z]+[^ ]*\)$/u);
  expect(inSpanish(heading)).toMatch(/\d:\d\d [ap]m [A-Z]+[^ ]*\)$/u);
});

it("an exemption that could not be saved is named in the language of the page", () => {
  const body = {
    kind: "exemption" as const,
    fieldId: "demo-field",
    year: 2026,
    applicationEventId: "a",
    baseAnsweredAt: null,
    reasons: ["perimeter_berm", "of_another_table"],
    treatedAcres: null,
  };
  const [queued] = made({ ...edit(1, undefined, null), body }).queued;
  const said = () => (queued === undefined ? "" : editInWords(queued));
  expect(said()).toContain("Exemption: perimeter berm, of another table");
  expect(inSpanish(said)).toContain("Exención: Bordo perimetral, of another table");
  const named = Object.entries(EXEMPTION_NAMES).map(([code, name]) => [code, inSpanish(() => tableText(name))]);
  expect(EXEMPTIONS_IN_SPANISH).toEqual(Object.fromEntries(named));
});
