"use client";

import { useCallback, useEffect, useMemo } from "react";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import { pageReadings, useReadingFrom } from "@/components/portal/edits/use-reading";
import { laterOf } from "@/lib/portal-client/field-year-order";
import type { LayOn } from "@/lib/portal-client/undone";
import type { FieldYearLive } from "@/lib/views/portal/field-year";
import type { FieldYearRef } from "@/lib/domain/field-year";

/** A figure older than this is asked for again when the page comes back into view. */
const FRESH_MS = 30_000;

/** Applications of one field and year have names that begin alike. */
const yearNameOf = ({ fieldId, year }: FieldYearRef): string => `field-year/${fieldId}/${year}/`;
const nameOf = (place: FieldYearRef): string => `${yearNameOf(place)}${place.applicationEventId ?? ""}`;

/** An edit may have been saved while a reading was on its way: the later state stands. */
const put = (live: FieldYearLive): void =>
  pageReadings.put({ name: nameOf(live.place), choose: laterOf }, live, Date.parse(live.readAt));

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
 * saved yet on top. `saved` is the server's part alone: what an edit names as the state it was made on. `lay` has to be a
 * stable function.
 */
export function useFieldYear<Shown>(
  initial: FieldYearLive,
  lay: LayOn<Shown>,
): { shown: Shown; saved: FieldYearLive; edits: Edits } {
  const edits = useEdits();
  const { grant } = edits;
  const { place } = initial;
  const { fieldId, year, applicationEventId } = place;
  // Put before it is watched, so that what the page came with is not asked for again while it is fresh.
  useEffect(() => put(initial), [initial]);
  const request = useMemo(() => {
    const asked = { fieldId, year, applicationEventId };
    return { name: nameOf(asked), read: () => fetchLive(grant, asked), freshMs: FRESH_MS, choose: laterOf };
  }, [grant, fieldId, year, applicationEventId]);
  const saved = useReadingFrom(request, initial);

  const { know } = edits;
  useEffect(() => know({ fieldId, year }, saved.revision), [know, fieldId, year, saved.revision]);

  useEditOutcomes(
    useCallback(
      ({ verdict }: Outcome) => {
        const live = verdict.kind === "saved" ? verdict.answer.live : verdict.current;
        if (!isLive(live) || live.place.fieldId !== fieldId) return;
        put(live);
        // Other applications of the same year share these selections.
        pageReadings.outdate((name) => name.startsWith(yearNameOf(live.place)) && name !== nameOf(live.place));
      },
      [fieldId],
    ),
  );

  const { queued } = edits.state;
  const shown = useMemo(
    () =>
      lay(
        saved,
        queued.map(({ body }) => body),
      ),
    [lay, saved, queued],
  );
  return { shown, saved, edits };
}

const isLive = (value: unknown): value is FieldYearLive =>
  typeof value === "object" && value !== null && "measures" in value && "place" in value;
