"use client";

import { use, useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import type { WindFillView } from "@/lib/views/portal/spray-windows";
import type { Fill } from "./use-fill";
import styles from "./conditions-form.module.css";

interface Props {
  /** Comes after the page: a weather service may take its time. */
  coming: Promise<WindFillView | null>;
  fill: Fill;
}

/** A page that a device kept may be read hours later, when this forecast is of another air. */
const STALE_MS = 2 * 3_600_000;

/** The forecast's wind with one tap, to begin with. It is a plan until someone has measured the same at the sprayer. */
export function FillIn({ coming, fill }: Props) {
  const found = use(coming);
  const [openedAt] = useState(() => Date.now());
  if (found === null || openedAt - Date.parse(found.startsAt) > STALE_MS) return null;
  if (!fill.isOf(found)) {
    return (
      <Button icon="clock" onClick={() => fill.take(found)}>
        {found.fill}
      </Button>
    );
  }
  return (
    <div className={styles.forecast} data-forecast-wind>
      <p>
        {found.isForecast} {found.note === null ? null : <span lang="en">{found.note}</span>}
      </p>
      <Choice
        type="checkbox"
        id="wind-measured"
        label={found.measured}
        checked={fill.isMeasured}
        onChange={({ target }) => fill.say(target.checked)}
      />
    </div>
  );
}
