"use client";

import { useId, useState } from "react";
import { SOIL_PATTERNS, type LegendEntry, type MapGroup } from "@/components/map/legend-groups";
import type { MapTheme } from "@/components/map/palette";
import { Swatch } from "@/components/map/swatch";
import styles from "@/components/map/field-map.module.css";

export interface LegendProps {
  entries: readonly LegendEntry[];
  hidden: ReadonlySet<MapGroup>;
  theme: MapTheme;
  onToggle: (group: MapGroup) => void;
  /** The picture host did not answer. */
  hasImageryFailed: boolean;
}

/** What the map shows, and the switches for it: one list, folded where the map itself needs the screen. */
export function Legend({ entries, hidden, theme, onToggle, hasImageryFailed }: LegendProps) {
  const id = useId();
  // The map is made in the browser alone, so that the window is there to ask.
  const [isWide] = useState(() => window.matchMedia("(min-width: 40rem)").matches);
  return (
    <details className={styles.legend} open={isWide}>
      <summary>Shown on the map</summary>
      <fieldset>
        <legend className="visually-hidden">Layers of the map</legend>
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
              {group === "soil" && !hidden.has("soil") ? <SoilKey theme={theme} /> : null}
              {group === "imagery" && hasImageryFailed ? <p>The pictures cannot be loaded right now.</p> : null}
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  );
}

function SoilKey({ theme }: { theme: MapTheme }) {
  return (
    <ul className={styles.key}>
      {SOIL_PATTERNS.map(({ pattern, label }) => (
        <li key={pattern} className={styles.keyEntry}>
          <Swatch swatch={{ kind: "pattern", pattern }} theme={theme} />
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
