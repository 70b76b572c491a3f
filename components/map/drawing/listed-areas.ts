import { areaOf } from "@/components/map/drawing/edit-bodies";
import { itemOf } from "@/lib/portal-client/items";
import type { QueuedEdit } from "@/lib/portal-client/queue";
import type { DrawnArea, FieldMapModel } from "@/lib/views/portal/field-map";

/** A drawn area with what still has to happen to it. */
export interface ListedArea extends DrawnArea {
  /** Its edit is on the way; the map shows it as it will be. */
  isPending: boolean;
  /** An edit of it was sent, and may be saved as it stands: until the server answers, nothing is made on top of it. */
  isSent: boolean;
}

/** What is saved, with what is on its way in place of it. */
export function listAreas(
  { drawn, boundaryHash }: Pick<FieldMapModel, "drawn" | "boundaryHash">,
  queued: readonly Pick<QueuedEdit, "item" | "body" | "isTried">[],
): ListedArea[] {
  // One that is changed while an edit of it is on its way has two: the last is what it will be.
  const last = new Map(queued.map(({ item, body }) => [item, body]));
  const sent = new Set(queued.filter(({ isTried }) => isTried).map(({ item }) => item));
  const coming = [...last].flatMap(([item, body]): ListedArea[] => {
    const area = areaOf(body);
    return area === null ? [] : [{ ...area, boundaryHash, isPending: true, isSent: sent.has(item) }];
  });
  return [
    ...drawn
      .filter(({ featureId }) => !last.has(itemOf({ kind: "drawn_feature", featureId })))
      .map((area) => ({ ...area, isPending: false, isSent: false })),
    ...coming,
  ];
}
