"use client";

import { use } from "react";
import { useMinute } from "@/components/portal/use-old-wind";
import { WindToMeasure } from "@/components/portal/wind-to-measure";
import { Button } from "@/components/ui/button";
import { useFocusAfter } from "@/components/ui/use-focus-after";
import type { StationReadView, WindFillView } from "@/lib/views/portal/spray-windows";
import type { Fill } from "./use-fill";
import styles from "./conditions-form.module.css";

interface Props {
  /** Comes after the page: a weather service may take its time. */
  coming: Promise<WindFillView | null>;
  fill: Fill;
}

const MINUTE_MS = 60_000;

/** The wind of the forecast or of a station with one tap, to begin with. It is a plan until someone has measured the same at the sprayer. */
export function FillIn({ coming, fill }: Props) {
  const found = use(coming);
  const now = useMinute();
  const focusAfter = useFocusAfter();
  if (found === null) return null;
  const { station } = found;
  if (!fill.isOf(found)) {
    // One that stands in the form keeps its question: without it nothing could be put on record.
    if (now > Date.parse(found.until)) return null;
    return (
      <div>
        <Button
          icon="clock"
          onClick={() => {
            fill.take(found);
            // The button gives way to the question.
            focusAfter("forecast-wind-measured");
          }}
        >
          {found.fill}
        </Button>
        {station === null ? null : <StationRead station={station} now={now} />}
      </div>
    );
  }
  return (
    <WindToMeasure kind="forecast" label={found.measured} isMeasured={fill.isMeasured} say={fill.say}>
      <p>
        {found.about} {found.note === null ? null : <span lang="en">{found.note}</span>}
      </p>
      {station === null ? null : <StationRead station={station} now={now} />}
    </WindToMeasure>
  );
}

interface StationProps {
  station: StationReadView;
  now: number;
}

const StationRead = ({ station: { name, where, readAt, ago }, now }: StationProps) => (
  <p className={styles.how}>
    <span translate="no">{name}</span>, {where} ({ago[0]}
    {Math.max(0, Math.round((now - Date.parse(readAt)) / MINUTE_MS))}
    {ago[1]})
  </p>
);
