import { selectionsOf, type ChangeRecord } from "@/lib/domain/portal";

/** Something that a person chose, as the history of the field and year has it: by which hand, and when. */
export interface RecordedChoice {
  what: "measure" | "exemption" | "drift_practice";
  /** The measure with its system, or the drift practice; null for the answer to the exemption questions. */
  choice: { system: string | null; subOptionId: number } | null;
  /** Null: it counts for the whole field and year. */
  applicationEventId: string | null;
  hand: "portal" | "software";
  /** The name that was typed in the same visit of the portal; null: none was. */
  name: string | null;
  at: Date;
}

/** What was chosen, and for which application; null: for the whole field and year. */
export type Chosen = Pick<RecordedChoice, "what" | "choice" | "applicationEventId">;

/**
 * Who made each choice that stands now (`isHeld`), the latest first. The last to save a choice made it, so an undo that
 * puts it back counts. `changes` are newest first.
 */
export function choicesOf(changes: readonly ChangeRecord[], isHeld: (chosen: Chosen) => boolean): RecordedChoice[] {
  const names = namesOf(changes);
  const found = new Map<string, RecordedChoice>();
  for (const change of changes) {
    for (const made of madeIn(change)) {
      const chosen = { ...made, applicationEventId: change.applicationEventId };
      const key = JSON.stringify([chosen.what, chosen.choice, chosen.applicationEventId]);
      if (found.has(key) || !isHeld(chosen)) continue;
      found.set(key, {
        ...chosen,
        hand: change.actor.startsWith("portal:") ? "portal" : "software",
        name: names.get(change.actor) ?? null,
        at: change.changedAt,
      });
    }
  }
  return [...found.values()];
}

type Made = Pick<RecordedChoice, "what" | "choice">;

function madeIn({ kind, after }: ChangeRecord): Made[] {
  if (after === null) return [];
  if (kind === "exemption") return [{ what: "exemption", choice: null }];
  if (kind === "selection") {
    return selectionsOf(after).map(({ system, subOptionId }) => ({ what: "measure", choice: { system, subOptionId } }));
  }
  if (kind !== "drift_claim" || !("subOptionId" in after)) return [];
  return [{ what: "drift_practice", choice: { system: null, subOptionId: after.subOptionId } }];
}

/** Edits of the portal carry no name, and answers do: the last that someone typed in the same visit. */
function namesOf(changes: readonly ChangeRecord[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { kind, actor, after } of changes) {
    const isNamed = kind === "attestation" && actor.startsWith("portal:") && after !== null && "attestedBy" in after;
    if (isNamed && !names.has(actor)) names.set(actor, after.attestedBy);
  }
  return names;
}
