"use client";

import { useId, useState } from "react";
import { keyOf, type KeyEntry, type LegendEntry, type MapGroup } from "@/components/map/legend-groups";
import type { MapTheme } from "@/components/map/palette";
import { Swatch } from "@/components/map/swatch";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    shown: "Shown on the map",
    layers: "Layers of the map",
    noPictures: "The pictures cannot be loaded right now.",
  },
  es: {
    shown: "Lo que muestra el mapa",
    layers: "Capas del mapa",
    noPictures: "Las imágenes no se pueden cargar ahora.",
  },
});

export interface LegendProps {
  entries: readonly LegendEntry[];
  hidden: ReadonlySet<MapGroup>;
  theme: MapTheme;
  onToggle: (group: MapGroup) => void;
  /** The picture host did not answer. */
  hasImageryFailed: boolean;
  /** Near the field lies ground that could not be loaded. */
  hasRefused: boolean;
}

/** What the map shows, and the switches for it: one list, folded where the map itself needs the screen. */
export function Legend({ entries, hidden, theme, onToggle, hasImageryFailed, hasRefused }: LegendProps) {
  const id = useId();
  // The map is made in the browser alone, so that the window is there to ask.
  const [isWide] = useState(() => window.matchMedia("(min-width: 40rem)").matches);
  return (
    <details className={styles.legend} open={isWide}>
      <summary>{words().shown}</summary>
      <fieldset>
        <legend className="visually-hidden">{words().layers}</legend>
        <ul>
          {entries.map(({ group, label, swatch }) => (
            <li key={group}>
              <label className={styles.choice} htmlFor={`${id}-${group}`}>
                <input
                  id={`${id}-${group}`}
                  type="checkbox"
                  checked={!hidden.has(group)}
                  onChange={() => onToggle(group)}
                />
                <Swatch swatch={swatch} theme={theme} />
                <span>{label}</span>
              </label>
              {hidden.has(group) ? null : <Key entries={keyOf(group, { hasRefused })} theme={theme} />}
              {group === "imagery" && hasImageryFailed ? <p>{words().noPictures}</p> : null}
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  );
}

/** What a group is drawn with beside its own swatch. */
function Key({ entries, theme }: { entries: readonly KeyEntry[]; theme: MapTheme }) {
  if (entries.length === 0) return null;
  return (
    <ul className={styles.key}>
      {entries.map(({ swatch, label }) => (
        <li key={label} className={styles.keyEntry}>
          <Swatch swatch={swatch} theme={theme} />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
