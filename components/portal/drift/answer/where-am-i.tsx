"use client";

import type { MultiPolygon } from "geojson";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { decimalText } from "@/lib/domain/numbers";
import { M_PER_FT } from "@/lib/domain/units";
import { formatFeet } from "@/lib/views/figures";
import { distanceToGroundM } from "@/lib/geo/near";
import styles from "./where-am-i.module.css";

interface Props {
  /** Where the buffer of the answer lies. */
  buffer: MultiPolygon;
  /** The buffer answers the conditions that are set. */
  isOfThese: boolean;
}

type Place =
  | { kind: "unasked" }
  | { kind: "asking" }
  | { kind: "known"; at: [lon: number, lat: number]; withinM: number }
  | { kind: "refused"; why: string };

/** A reading older than this is of another place: a sprayer covers 20 ft a second. */
const OLDEST_MS = 1000;
const PATIENCE_MS = 20_000;

/** Says how far someone stands from the buffer. The device is asked when the button is pressed, and never before. */
export function WhereAmI({ buffer, isOfThese }: Props) {
  const [place, setPlace] = useState<Place>({ kind: "unasked" });
  const ask = (): void => {
    setPlace({ kind: "asking" });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        setPlace({ kind: "known", at: [longitude, latitude], withinM: accuracy }),
      ({ code }) => setPlace({ kind: "refused", why: REFUSALS[code] ?? UNKNOWN }),
      { enableHighAccuracy: true, maximumAge: OLDEST_MS, timeout: PATIENCE_MS },
    );
  };
  return (
    <div className={styles.place}>
      <Button icon="target" onClick={ask}>
        How far am I from the buffer?
      </Button>
      <p role="status" className={styles.words}>
        {place.kind === "known" ? placeInWords(place, buffer, isOfThese) : SAID[place.kind]}
        {place.kind === "refused" ? place.why : null}
      </p>
    </div>
  );
}

const SAID = { unasked: "", asking: "Looking for your place.", refused: "" } as const;

const UNKNOWN = "Your device could not tell where it is. Try again in the open.";
/** By the codes of the browser. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: "Your browser does not let this page ask where you are. Allow it in the browser’s settings, then try again.",
  2: UNKNOWN,
  3: UNKNOWN,
};

function placeInWords(
  { at, withinM }: Extract<Place, { kind: "known" }>,
  buffer: MultiPolygon,
  isOfThese: boolean,
): string {
  const distanceM = distanceToGroundM(at, buffer);
  const within = `The reading is good to ${decimalText(Math.ceil(withinM / M_PER_FT), 0)} ft.`;
  const which = isOfThese ? "the buffer" : "the buffer of the earlier answer";
  if (distanceM === 0) return `You are in ${which}. ${within}`;
  if (distanceM <= withinM) return `You are at the edge of ${which}, too near to tell on which side. ${within}`;
  return `You are ${formatFeet(distanceM / M_PER_FT)} from ${which}. ${within}`;
}
