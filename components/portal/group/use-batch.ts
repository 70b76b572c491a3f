import { useCallback, useState } from "react";
import { useEditOutcomes, useEdits } from "@/components/portal/edits/edits-provider";
import { itemOf } from "@/lib/portal-client/items";
import type { QueuedBody } from "@/lib/portal-client/queue";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { markStale } from "@/lib/portal-client/worker";
import { wordsIn } from "@/lib/views/language";
import type { GroupWorkField } from "@/lib/views/portal/group-work";

const words = wordsIn({
  en: { undoOn: (field: string) => `Undo on ${field}` },
  es: { undoOn: (field) => `Deshacer en ${field}` },
});

/** One field of a batch, and its edit. */
export interface OneField {
  field: GroupWorkField;
  /** Null: it is so already. */
  body: QueuedBody | null;
}

/** What a change on several fields is made with. */
export interface PartProps {
  chosen: readonly GroupWorkField[];
  canRun: boolean;
  run: ReturnType<typeof useBatch>["run"];
}

/** What became of one field of a batch. */
export type Result =
  | { kind: "already" }
  | { kind: "waiting" }
  | { kind: "saved"; changeId: string | null }
  | { kind: "refused"; message: string }
  | { kind: "undone" };

export interface Line {
  field: GroupWorkField;
  item: string;
  result: Result;
}

interface Batch {
  title: string;
  lines: readonly Line[];
}

/**
 * One change on several fields: an edit for each, which waits, is sent and is refused by itself. `undo` takes back all that were
 * saved. The page is read again once none waits (`ChangingFields`): fifty of them are one reading, not fifty.
 */
export function useBatch() {
  const edits = useEdits();
  const [batch, setBatch] = useState<Batch | null>(null);
  useEditOutcomes(
    useCallback(({ edit, verdict }: Outcome) => {
      if (verdict.kind === "saved") markStale();
      setBatch((before) => before && { ...before, lines: before.lines.map((line) => after(line, edit, verdict)) });
    }, []),
  );
  /** `name`: what each edit is called, where that is not what the batch is. */
  const run = (title: string, wanted: readonly OneField[], name = title): void => {
    for (const { item } of batch?.lines ?? []) edits.dismiss(item);
    const lines = wanted.map(({ field, body }): Line & { body: QueuedBody | null } => ({
      field,
      body,
      item: body === null ? field.fieldId : itemOf(body),
      result: { kind: body === null ? "already" : "waiting" },
    }));
    setBatch({ title, lines });
    for (const { item, body, field } of lines) {
      if (body !== null) edits.submit({ item, label: `${name} (${field.name})`, body });
    }
  };
  const undo = (): void => {
    for (const { field, result } of batch?.lines ?? []) {
      if (result.kind !== "saved" || result.changeId === null) continue;
      const { fieldId, year, applicationEventId } = field;
      const body = { kind: "undo", fieldId, year, applicationEventId, changeId: result.changeId } as const;
      edits.submit({ item: itemOf(body), label: words().undoOn(field.name), body });
    }
  };
  return { batch, run, undo, isReady: edits.isReady, isOnline: edits.state.isOnline };
}

function after(line: Line, { item, body }: Outcome["edit"], verdict: Outcome["verdict"]): Line {
  const { result } = line;
  const isOfUndo = body.kind === "undo" && result.kind === "saved" && result.changeId === body.changeId;
  if (isOfUndo) return { ...line, result: verdict.kind === "saved" ? { kind: "undone" } : refused(verdict) };
  if (line.item !== item) return line;
  return {
    ...line,
    result: verdict.kind === "saved" ? { kind: "saved", changeId: verdict.answer.changeId } : refused(verdict),
  };
}

const refused = (verdict: Extract<Outcome["verdict"], { kind: "refused" }>): Result => ({
  kind: "refused",
  message: verdict.reason.message,
});
