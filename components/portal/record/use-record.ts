"use client";

import { useCallback, useEffect, useState } from "react";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import { useRefresh } from "@/components/portal/offline/use-refresh";
import { useFieldZone } from "@/components/ui/field-clock";
import { fieldIso } from "@/lib/views/field-time";
import type { NewRecordEntry, RecordStatement } from "@/lib/domain/application-record";
import { itemOf } from "@/lib/portal-client/items";
import { newKey } from "@/lib/portal-client/new-key";
import type { SentPhoto } from "@/lib/domain/record-photo";
import { isOfRecord, type QueuedBody, type RefusedEdit } from "@/lib/portal-client/queue";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { minutesAhead, withClock } from "@/components/portal/record/clock-off";
import { shownPhotos, type ShownPhoto } from "@/components/portal/record/use-photos";
import { photoInWords } from "@/lib/views/portal/photo-words";
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
  photos: ShownPhoto[];
  addPhoto: (photo: Omit<SentPhoto, "entryId" | "writtenAt">) => void;
  sign: (name: string) => void;
  signItem: string;
  /** The name that waits to be sent as the signature; null: none does. */
  signing: string | null;
  /** Entries of this record that the server did not take, and a signature for which there is no place any more. */
  refused: RefusedEdit[];
  /** When something of it was saved last while this page stood open; null: nothing was. */
  savedAt: string | null;
  /** By how much this device's clock is wrong, as `minutesAhead`; null: nothing says so. */
  minutesAhead: number | null;
}

/** A record with what waits to be saved, and the ways to write into it. */
export function useRecord(view: RecordView): RecordWork {
  const { place, applicationEventId } = view;
  const edits = useEdits();
  const zone = useFieldZone();
  const saved = useSavedEntries();
  useServersRecord(place.fieldId, edits);
  const { queued, mine } = entriesMade(view, edits, saved.entries);
  const { waiting: photosWaiting, mine: ownPhotos } = photosMade(view, edits, saved.photos);
  const signature = edits.state.queued.findLast(
    ({ body }) => body.kind === "record_sign" && body.applicationEventId === applicationEventId,
  )?.body;
  const about = { ...place, applicationEventId };
  const write = (statement: RecordStatement, replaces: string | null = null): void => {
    const entry = { entryId: newKey(), statement, replaces, writtenAt: new Date().toISOString() };
    const body = { kind: "record_entry" as const, ...about, entry };
    edits.submit({ item: itemOf(body), label: statementInWords(statement, zone), body });
  };
  const addPhoto: RecordWork["addPhoto"] = (sent) => {
    const photo = { entryId: newKey(), writtenAt: new Date().toISOString(), ...sent };
    const body = { kind: "record_photo" as const, ...about, photo };
    edits.submit({ item: itemOf(body), label: photoInWords(photo, zone), body });
  };
  const sign = (signedBy: string): void => {
    const body = {
      kind: "record_sign" as const,
      ...about,
      signedBy,
      entriesSeen: view.entryIds.length + mine.length + ownPhotos.length,
    };
    edits.submit({ item: itemOf(body), label: words().signature(signedBy), body });
  };
  return {
    shown: withPending(view, mine, new Set(queued.map(({ entryId }) => entryId))),
    edits,
    canWrite: edits.isReady && !view.isLocked,
    write,
    photos: shownPhotos(view, { photos: ownPhotos, entries: mine, waiting: photosWaiting }),
    addPhoto,
    sign,
    signItem: itemOf({ kind: "record_sign", applicationEventId }),
    signing: signature?.kind === "record_sign" ? signature.signedBy : null,
    savedAt: saved.at,
    minutesAhead: saved.minutesAhead,
    refused: edits.state.refused.filter((edit) => isRefusedHere(edit, view)),
  };
}

/** The form of the signature says itself why it was refused, as long as it is there. */
const isRefusedHere = ({ body }: RefusedEdit, { applicationEventId, signed }: RecordView): boolean =>
  isOfRecord(body) &&
  body.applicationEventId === applicationEventId &&
  (body.kind !== "record_sign" || signed !== null);

/** Entries of this record that wait, and with them those that were saved since the page was made. */
function entriesMade(
  { applicationEventId, entryIds }: RecordView,
  edits: Edits,
  saved: readonly NewRecordEntry[],
): { queued: NewRecordEntry[]; mine: NewRecordEntry[] } {
  // One whose answer was lost is sent again, and may be in the record that the page has: it waits no more, and is one entry.
  const queued = edits.state.queued.flatMap(({ body }): NewRecordEntry[] =>
    body.kind === "record_entry" &&
    body.applicationEventId === applicationEventId &&
    !entryIds.includes(body.entry.entryId)
      ? [body.entry]
      : [],
  );
  // What is saved stays in sight until the page has it from the server.
  const known = new Set([...entryIds, ...queued.map(({ entryId }) => entryId)]);
  return { queued, mine: [...saved.filter(({ entryId }) => !known.has(entryId)), ...queued] };
}

/** Photos of this record that wait, and with them those that were saved since the page was made. */
function photosMade(
  { applicationEventId, entryIds }: RecordView,
  edits: Edits,
  saved: readonly SentPhoto[],
): { waiting: Set<string>; mine: SentPhoto[] } {
  const queued = edits.state.queued.flatMap(({ body }): SentPhoto[] =>
    body.kind === "record_photo" && body.applicationEventId === applicationEventId ? [body.photo] : [],
  );
  const byId = new Map([...saved, ...queued].map((photo) => [photo.entryId, photo]));
  return {
    waiting: new Set(queued.map(({ entryId }) => entryId).filter((entryId) => !entryIds.includes(entryId))),
    mine: [...byId.values()].filter(({ entryId }) => !entryIds.includes(entryId)),
  };
}

interface Saved {
  entries: NewRecordEntry[];
  photos: SentPhoto[];
  at: string | null;
  minutesAhead: number | null;
}

const NOTHING_SAVED: Saved = { entries: [], photos: [], at: null, minutesAhead: null };

const withSaved = ({ entries, photos, ...before }: Saved, body: QueuedBody, at: string): Saved => ({
  ...before,
  entries: body.kind === "record_entry" ? [...entries, body.entry] : entries,
  photos: body.kind === "record_photo" ? [...photos, body.photo] : photos,
  at,
});

/** Entries that were saved while this page listened. */
function useSavedEntries(): Saved {
  const [saved, setSaved] = useState(NOTHING_SAVED);
  useEditOutcomes(
    useCallback((outcome: Outcome) => {
      const { edit, verdict } = outcome;
      if (verdict.kind !== "saved" || !isOfRecord(edit.body)) return;
      const off = minutesAhead(outcome, new Date());
      setSaved((before) => ({
        ...withSaved(before, edit.body, verdict.answer.savedAt),
        minutesAhead: withClock(before.minutesAhead, off),
      }));
    }, []),
  );
  return saved;
}

/**
 * Asks for the page again after what was saved or refused since it was asked for, also where the page before sent it: what entries fill,
 * and what they break, is worked out by the server.
 */
function useServersRecord(fieldId: string, { state: { ended } }: Edits): void {
  const refresh = useRefresh();
  const count = ended.filter((edit) => edit.fieldId === fieldId && isOfRecord(edit)).length;
  useEffect(() => {
    if (count > 0) void refresh();
  }, [count, refresh]);
}

/** A moment by the field's clock with its offset, "2026-06-15T09:05:00-05:00"; by this device's where that is not known. */
export const isoIn = (timeZone: string | null, moment: Date): string =>
  timeZone === null ? localIso(moment) : fieldIso(moment, timeZone);

function localIso(date: Date): string {
  const pad = (value: number): string => String(value).padStart(2, "0");
  const offset = -date.getTimezoneOffset();
  const [day, clock] = [
    [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-"),
    [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(":"),
  ];
  const zone = `${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
  return `${day}T${clock}${offset < 0 ? "-" : "+"}${zone}`;
}
