import { expect, it } from "vitest";
import { portalEdit } from "@/lib/contracts/portal/edits";
import type { PortalEdit } from "@/lib/domain/portal-edit";
import { currentStored, type Stored } from "@/lib/portal-client/stored";
import { withPending } from "@/lib/portal-client/pending";
import type { FieldYearLive } from "@/lib/views/portal/field-year";

const UUID = "018f4e7a-0000-7000-8000-000000000001";
const HASH = "0".repeat(64);
const OLD = { field_id: UUID, year: 2026, application_event_id: UUID };
const NOW = { fieldId: UUID, year: 2026, applicationEventId: UUID };
const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];
const drawing = { category: "road", label: null, geometry: { type: "Polygon", coordinates: square } };

/** Every kind as pages wrote it when the edits had the API's member names, and as they write it now. */
const EDITS: [older: { kind: string } & Record<string, unknown>, now: Record<string, unknown>][] = [
  [
    {
      kind: "selection",
      ...OLD,
      system: "epa_runoff",
      sub_option_id: 210,
      base: null,
      selection: { implementation_date: "2026-04-01", notes: "North end" },
    },
    {
      kind: "selection",
      ...NOW,
      system: "epa_runoff",
      subOptionId: 210,
      base: null,
      selection: { implementationDate: "2026-04-01", notes: "North end" },
    },
  ],
  [
    { kind: "advice", ...OLD, system: "epa_runoff", sub_option_ids: [210], base_revision: 3 },
    { kind: "advice", ...NOW, system: "epa_runoff", subOptionIds: [210], baseRevision: 3 },
  ],
  [
    { kind: "exemption", ...OLD, base_answered_at: null, reasons: ["small_area"] },
    { kind: "exemption", ...NOW, baseAnsweredAt: null, reasons: ["small_area"], treatedAcres: null },
  ],
  [
    { kind: "undo", ...OLD, change_id: UUID },
    { kind: "undo", ...NOW, changeId: UUID },
  ],
  [
    { kind: "redo", ...OLD, change_id: UUID },
    { kind: "redo", ...NOW, changeId: UUID },
  ],
  [
    { kind: "reviewed", ...OLD, product: "1-1", pula_id: 1, limitation_id: 2, text_hash: HASH, reviewed: true },
    { kind: "reviewed", ...NOW, product: "1-1", pulaId: 1, limitationId: 2, textHash: HASH, reviewed: true },
  ],
  [
    {
      kind: "drift_claim",
      ...OLD,
      sub_option_id: 505,
      base: { custom_value: null, notes: null },
      claim: { custom_value: null, notes: "Hood" },
    },
    {
      kind: "drift_claim",
      ...NOW,
      subOptionId: 505,
      base: { customValue: null, notes: null },
      claim: { customValue: null, notes: "Hood" },
    },
  ],
  [
    { kind: "drawn_feature", ...OLD, feature_id: UUID, base: { ...drawing, boundary_hash: HASH }, drawing },
    { kind: "drawn_feature", ...NOW, featureId: UUID, base: { ...drawing, boundaryHash: HASH }, drawing },
  ],
  [
    { kind: "confirm_features", ...OLD, feature_ids: [UUID], boundary_hash: HASH },
    { kind: "confirm_features", ...NOW, featureIds: [UUID], boundaryHash: HASH },
  ],
  [
    { kind: "downslope", ...OLD, edges: [{ part_index: 0, ring_index: 0, edge_index: 2 }], boundary_hash: HASH },
    { kind: "downslope", ...NOW, edges: [{ partIndex: 0, ringIndex: 0, edgeIndex: 2 }], boundaryHash: HASH },
  ],
];

const schema = portalEdit.body?.({} as never);
const kept = (body: unknown): Omit<Stored, "ended"> => ({
  last: 1,
  queued: [
    {
      seq: 1,
      item: "x",
      label: "No-till",
      where: "Home quarter",
      madeAt: "2026-11-21T12:00:00Z",
      isTried: true,
      body: body as PortalEdit,
    },
  ],
  refused: [],
});

it.each(EDITS)("a page of today can send an edit that an earlier version kept: $kind", (older, now) => {
  expect(currentStored(kept(older)).queued[0]?.body).toEqual(now);
  expect(currentStored(kept(now))).toEqual({ ...kept(now), ended: [] });
});

it.each(EDITS)("the server takes an edit from a page that is still of an earlier version: $kind", (older, now) => {
  expect(schema?.safeParse(older)).toEqual({ success: true, data: now });
  expect(schema?.safeParse(now)).toEqual({ success: true, data: now });
  expect(schema?.safeParse({ ...older, more: 1 }).success).toBe(false);
});

it.each([null, "undo", 1, [{ kind: "undo" }]])(
  "what is no edit is refused as one, and does not stop the server: %j",
  (sent) => {
    expect(schema?.safeParse(sent).success).toBe(false);
  },
);

it("an edit that an earlier version kept shows on the page before it is sent", () => {
  const [older] = EDITS[3] ?? [];
  const change = { changeId: UUID, changedAt: "", actor: "", text: "", undoneAt: null, isUndo: false, redoId: null };
  const live = { place: NOW, changes: [{ ...change, canUndo: true }] } as unknown as FieldYearLive;
  const bodies = currentStored(kept(older)).queued.map(({ body }) => body);
  expect(withPending(live, bodies).changes[0]?.canUndo).toBe(false);
});
