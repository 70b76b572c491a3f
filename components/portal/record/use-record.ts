"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import type { NewRecordEntry, RecordStatement } from "@/lib/domain/application-record";
import { itemOf } from "@/lib/portal-client/items";
import { newKey } from "@/lib/portal-client/new-key";
import type { RefusedEdit } from "@/lib/portal-client/queue";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { statementInWords } from "@/lib/views/portal/record-words";
import { withPending, type RecordView, type ShownRecord } from "@/lib/views/portal/record";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { signature: (name: string) => `Signature of ${name}` },
  es: { signature: (name) => `Firma de ${name}` },
});

export interface RecordWork {
  shown: ShownRecord;
  edits: Edits;
  /** Entries can be written here now. */
  canWrite: boolean;
  write: (statement: RecordStatement, replaces?: string | null) => void;
  sign: (name: string) => void;
  signItem: string;
  /** The name that waits to be sent as the signature; null: none does. */
  signing: string | null;
  /** Entries of this record that the server did not take. */
  refused: RefusedEdit[];
}

/** A record with what waits to be saved, and the ways to write into it. */
export function useRecord(view: RecordView): RecordWork {
  const { place, applicationEventId } = view;
  const edits = useEdits();
  const saved = useSavedEntries();
  // One whose answer was lost is sent again, and may be in the record that the page has: it waits no more, and is one entry.
  const queued = edits.state.queued.flatMap(({ body }): NewRecordEntry[] =>
    body.kind === "record_entry" &&
    body.applicationEventId === applicationEventId &&
    !view.entryIds.includes(body.entry.entryId)
      ? [body.entry]
      : [],
  );
  // What is saved stays in sight until the page has it from the server.
  const known = new Set([...view.entryIds, ...queued.map(({ entryId }) => entryId)]);
  const mine = [...saved.filter(({ entryId }) => !known.has(entryId)), ...queued];
  const signature = edits.state.queued.findLast(
    ({ body }) => body.kind === "record_sign" && body.applicationEventId === applicationEventId,
  )?.body;
  const about = { ...place, applicationEventId };
  const write = (statement: RecordStatement, replaces: string | null = null): void => {
    const entry = { entryId: newKey(), statement, replaces, writtenAt: new Date().toISOString() };
    const body = { kind: "record_entry" as const, ...about, entry };
    edits.submit({ item: itemOf(body), label: statementInWords(statement), body });
  };
  const sign = (signedBy: string): void => {
    const body = {
      kind: "record_sign" as const,
      ...about,
      signedBy,
      entriesSeen: view.entryIds.length + mine.length,
    };
    edits.submit({ item: itemOf(body), label: words().signature(signedBy), body });
  };
  return {
    shown: withPending(view, mine, new Set(queued.map(({ entryId }) => entryId))),
    edits,
    canWrite: edits.isReady && !view.isLocked,
    write,
    sign,
    signItem: itemOf({ kind: "record_sign", applicationEventId }),
    signing: signature?.kind === "record_sign" ? signature.signedBy : null,
    refused: edits.state.refused.filter(
      ({ body }) => body.kind === "record_entry" && body.applicationEventId === applicationEventId,
    ),
  };
}

/** Entries that were saved since the page was made. What they fill, and what they break, is worked out by the server. */
function useSavedEntries(): NewRecordEntry[] {
  const router = useRouter();
  const [saved, setSaved] = useState<NewRecordEntry[]>([]);
  useEditOutcomes(
    useCallback(
      ({ edit: { body }, verdict }: Outcome) => {
        if (body.kind !== "record_entry" && body.kind !== "record_sign") return;
        if (body.kind === "record_entry" && verdict.kind === "saved") setSaved((before) => [...before, body.entry]);
        router.refresh();
      },
      [router],
    ),
  );
  return saved;
}

/** A moment as this device tells it, with its offset from UTC: "2026-06-15T09:05:00-05:00". */
export function localIso(date: Date): string {
  const pad = (value: number): string => String(value).padStart(2, "0");
  const offset = -date.getTimezoneOffset();
  const [day, clock] = [
    [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-"),
    [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(":"),
  ];
  const zone = `${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  return `${day}T${clock}${offset < 0 ? "-" : "+"}${zone}`;
}
