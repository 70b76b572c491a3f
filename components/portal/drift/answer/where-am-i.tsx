"use client";

import type { MultiPolygon } from "geojson";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { decimalText } from "@/lib/domain/numbers";
import { M_PER_FT } from "@/lib/domain/units";
import { formatFeet } from "@/lib/views/figures";
import { distanceToGroundM } from "@/lib/geo/near";
import styles from "./where-am-i.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    ask: "How far am I from the buffer?",
    asking: "Looking for your place.",
    unknown: "Your device could not tell where it is. Try again in the open.",
    notAllowed:
      "Your browser does not let this page ask where you are. Allow it in the browser’s settings, then try again.",
    within: (feet: string) => `The reading is good to ${feet} ft.`,
    buffer: "the buffer",
    earlierBuffer: "the buffer of the earlier answer",
    inside: (buffer: string) => `You are in ${buffer}.`,
    atEdge: (buffer: string) => `You are at the edge of ${buffer}, too near to tell on which side.`,
    away: (feet: string, buffer: string) => `You are ${feet} from ${buffer}.`,
  },
  es: {
    ask: "¿A qué distancia estoy de la zona de amortiguamiento?",
    asking: "Buscando su ubicación.",
    unknown: "Su dispositivo no pudo saber dónde está. Intente de nuevo a cielo abierto.",
    notAllowed:
      "Su navegador no permite que esta página pregunte dónde está usted. Permítalo en los ajustes del navegador e intente de nuevo.",
    within: (feet) => `La lectura tiene una precisión de ${feet} pies.`,
    buffer: "la zona de amortiguamiento",
    earlierBuffer: "la zona de amortiguamiento de la respuesta anterior",
    inside: (buffer) => `Usted está dentro de ${buffer}.`,
    atEdge: (buffer) => `Usted está en el borde de ${buffer}, demasiado cerca para saber de qué lado.`,
    away: (feet, buffer) => `Usted está a ${feet} de ${buffer}.`,
  },
});

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
/** The browser's code where its owner does not let the page ask. */
const DENIED = 1;

/** Says how far someone stands from the buffer. The device is asked when the button is pressed, and never before. */
export function WhereAmI({ buffer, isOfThese }: Props) {
  const [place, setPlace] = useState<Place>({ kind: "unasked" });
  const ask = (): void => {
    setPlace({ kind: "asking" });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        setPlace({ kind: "known", at: [longitude, latitude], withinM: accuracy }),
      ({ code }) => setPlace({ kind: "refused", why: code === DENIED ? words().notAllowed : words().unknown }),
      { enableHighAccuracy: true, maximumAge: OLDEST_MS, timeout: PATIENCE_MS },
    );
  };
  return (
    <div className={styles.place}>
      <Button icon="target" onClick={ask}>
        {words().ask}
      </Button>
      <p role="status" className={styles.words}>
        {place.kind === "known" ? placeInWords(place, buffer, isOfThese) : null}
        {place.kind === "asking" ? words().asking : null}
        {place.kind === "refused" ? place.why : null}
      </p>
    </div>
  );
}

function placeInWords(
  { at, withinM }: Extract<Place, { kind: "known" }>,
  buffer: MultiPolygon,
  isOfThese: boolean,
): string {
  const distanceM = distanceToGroundM(at, buffer);
  const within = words().within(decimalText(Math.ceil(withinM / M_PER_FT), 0));
  const which = isOfThese ? words().buffer : words().earlierBuffer;
  if (distanceM === 0) return `${words().inside(which)} ${within}`;
  if (distanceM <= withinM) return `${words().atEdge(which)} ${within}`;
  return `${words().away(formatFeet(distanceM / M_PER_FT), which)} ${within}`;
}
