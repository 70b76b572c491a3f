"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import { laterOf } from "@/lib/portal-client/field-year-order";
import { withPending, type ShownFieldYear } from "@/lib/portal-client/pending";
import type { FieldYearLive } from "@/lib/views/portal/field-year";
import type { FieldYearRef } from "@/lib/domain/field-year";

/** A figure older than this is asked for again when the page comes back into view. */
const FRESH_MS = 30_000;

const keyOf = ({ fieldId, year, applicationEventId }: FieldYearRef) => [
  "field-year",
  fieldId,
  year,
  applicationEventId,
];

async function fetchLive(grant: string, place: FieldYearRef): Promise<FieldYearLive> {
  const { fieldId, year, applicationEventId: id } = place;
  const query = new URLSearchParams({ year: String(year), ...(id === null ? {} : { application: id }) });
  const response = await fetch(`/portal/g/${grant}/api/fields/${fieldId}/live?${query.toString()}`);
  if (!response.ok) throw new Error(`the field could not be read again: ${response.status}`);
  const { live } = (await response.json()) as { live: FieldYearLive };
  return live;
}

/**
 * A field and year as the page shows it: the server's figures, first those that the page came with, with what is not
 * saved yet on top. `saved` is the server's part alone: what an edit names as the state it was made on.
 */
export function useFieldYear(initial: FieldYearLive): { shown: ShownFieldYear; saved: FieldYearLive; edits: Edits } {
  const edits = useEdits();
  const client = useQueryClient();
  const { place } = initial;
  const { fieldId, year, applicationEventId } = place;
  const key = useMemo(() => keyOf({ fieldId, year, applicationEventId }), [fieldId, year, applicationEventId]);
  const { data: saved } = useQuery({
    queryKey: key,
    queryFn: () => fetchLive(edits.grant, place),
    // Asked with whatever is put in place of what is held: an edit may have been saved while it was on its way.
    structuralSharing: (held, read) => laterOf(held as FieldYearLive | undefined, read as FieldYearLive),
    initialData: initial,
    initialDataUpdatedAt: Date.parse(initial.readAt),
    staleTime: FRESH_MS,
  });

  useEffect(() => {
    client.setQueryData(key, initial);
  }, [client, key, initial]);

  const { know } = edits;
  useEffect(() => know({ fieldId, year }, saved.revision), [know, fieldId, year, saved.revision]);

  useEditOutcomes(
    useCallback(
      ({ verdict }: Outcome) => {
        const live = verdict.kind === "saved" ? verdict.answer.live : verdict.current;
        if (!isLive(live) || live.place.fieldId !== fieldId) return;
        client.setQueryData(keyOf(live.place), live);
        // Other applications of the same year share these selections.
        void client.invalidateQueries({
          queryKey: ["field-year", live.place.fieldId, live.place.year],
          predicate: (query) => query.queryKey[3] !== live.place.applicationEventId,
        });
      },
      [client, fieldId],
    ),
  );

  const { queued } = edits.state;
  const shown = useMemo(
    () =>
      withPending(
        saved,
        queued.map(({ body }) => body),
      ),
    [saved, queued],
  );
  return { shown, saved, edits };
}

const isLive = (value: unknown): value is FieldYearLive =>
  typeof value === "object" && value !== null && "measures" in value && "place" in value;
