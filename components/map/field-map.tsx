"use client";

import type { Position } from "geojson";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import type { DrawnArea, FieldMapModel } from "@/lib/views/portal/field-map";
import type { DriftOnMap } from "@/lib/domain/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import type { Finding } from "@/components/map/identify";
import { Legend } from "@/components/map/legend";
import { legendOf, MAP_GROUPS, LEGEND, type MapGroup } from "@/components/map/legend-groups";
import { MapSources } from "@/components/map/map-sources";
import { MapSummary } from "@/components/map/map-summary";
import { North } from "@/components/map/north";
import {
  driftFeatures,
  drawnFeatures,
  edgeFeatures,
  fieldFeature,
  litFeatures,
  markFeatures,
} from "@/components/map/shapes";
import { Still } from "@/components/map/still";
import { useMapEngine, type MapPhase } from "@/components/map/use-map-engine";
import { useMapTheme } from "@/components/map/use-map-theme";
import { Button } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import type { MapEngine } from "@/components/map/map-engine";
import { WindArrow } from "@/components/map/wind-arrow";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

export interface FieldMapProps {
  model: FieldMapModel;
  /** Where the session's pages are: `/portal/g/{grant}`. */
  grantPath: string;
  /** A buffer that is being tried out, in place of the saved one; null: none is known for these conditions. */
  drift?: DriftOnMap | null;
  /** Edges that keep a distance from what lies outside them. */
  bufferedEdges?: readonly EdgeKey[];
  /** Edges that stand out now, such as the row of a table under the pointer or with the focus. */
  highlighted?: readonly EdgeKey[];
  /** Drawn areas in place of the saved ones, while they are being changed. */
  drawn?: readonly DrawnArea[];
  /** Downslope edges in place of the saved ones, while they are being chosen. */
  downslope?: readonly EdgeKey[];
  /** An edge was clicked or tapped. */
  onEdge?: (edge: EdgeKey) => void;
  /** What works on the map, such as drawing: shown below it. `map` is null until the map is there, and where it cannot be. */
  tools?: (map: MapEngine | null) => ReactNode;
  /** Stands right below the map, such as the buttons of what is being drawn. */
  bar?: ReactNode;
  /** A line that was drawn and is no area yet. */
  line?: readonly Position[] | null;
  /** A place was clicked or tapped; `reachM` is how far off it a finger may have meant. */
  onPlace?: (at: Position, reachM: number) => void;
}

const words = wordsIn({
  en: {
    waiting: "The map is loading.",
    failed:
      "The map cannot be drawn on this device. Here is the field as a plain drawing; the rest is in the words below.",
    inWords: "The map in words, and its data",
    whatIsHere: "What is in the middle of the map?",
    nothingHere: "Nothing that the map knows lies here.",
  },
  es: {
    waiting: "El mapa se está cargando.",
    failed:
      "El mapa no se puede dibujar en este dispositivo. Aquí está el campo como un dibujo sencillo; lo demás está en las palabras de abajo.",
    inWords: "El mapa en palabras y sus datos",
    whatIsHere: "¿Qué hay en el centro del mapa?",
    nothingHere: "Aquí no hay nada que el mapa conozca.",
  },
});

const NONE: readonly EdgeKey[] = [];
const HIDDEN_AT_FIRST: ReadonlySet<MapGroup> = new Set(MAP_GROUPS.filter((group) => !LEGEND[group].isOnAtFirst));

/** The map of one field with its legend, what lies under a place, and the same in words. */
export function FieldMap(props: FieldMapProps) {
  const { model, grantPath, tools, bar } = props;
  const theme = useMapTheme();
  const [hidden, setHidden] = useState(HIDDEN_AT_FIRST);
  const [findings, setFindings] = useState<Finding[] | null>(null);
  const [hasImageryFailed, setImageryFailed] = useState(false);
  const shapes = useShapes(props);
  const entries = useEntries(props);
  const hasRefused = model.refused.boxes > 0;
  const { drift = model.drift, onEdge, onPlace } = props;
  const { frame, container, engine, phase } = useMapEngine({
    model,
    tilesPath: `${grantPath}/tiles`,
    theme,
    shapes,
    hidden,
    onEdge: (edge) => onEdge?.(edge),
    onPlace: (at, reachM) => onPlace?.(at, reachM),
    onFindings: setFindings,
    onImageryFailed: () => setImageryFailed(true),
  });
  const toggle = (group: MapGroup): void => {
    engine?.show(group, hidden.has(group));
    setHidden((before) => new Set(MAP_GROUPS.filter((each) => before.has(each) !== (each === group))));
  };
  return (
    <div ref={frame} className={styles.frame} data-map-state={phase}>
      <div className={styles.stage} data-map-stage>
        <div ref={container} className={styles.map} />
        {phase === "failed" ? <Still model={model} drift={drift} drawn={props.drawn ?? model.drawn} /> : null}
        <MapState phase={phase} />
        <div className={styles.corner} data-over-map>
          <North />
          {drift?.windDirectionDeg == null ? null : <WindArrow fromDeg={drift.windDirectionDeg} />}
        </div>
      </div>
      {bar}
      <Here findings={findings} engine={engine} />
      <Legend {...{ entries, hidden, theme, hasImageryFailed, hasRefused }} onToggle={toggle} />
      {tools?.(engine)}
      <Fold summary={words().inWords} isOpen={phase === "failed"} isForPhones>
        <MapSummary model={model} />
        <MapSources model={model} />
      </Fold>
    </div>
  );
}

function useEntries({ model, drift, bufferedEdges, tools }: FieldMapProps) {
  return useMemo(
    () =>
      legendOf({
        tiles: model.tiles.map(({ layer }) => layer),
        drift: (drift ?? model.drift) !== null,
        edges: bufferedEdges !== undefined,
        downslope: model.downslope.length > 0 || tools !== undefined,
        drawn: model.drawn.length > 0 || tools !== undefined,
        imagery: model.imagery !== null,
      }),
    [model, drift, bufferedEdges, tools],
  );
}

/** What the map draws besides tiles; the same objects as long as nothing changed, so that the map is left alone. */
function useShapes(props: FieldMapProps) {
  const { model, drift, bufferedEdges = NONE, highlighted = NONE, downslope, drawn: areas, line = null } = props;
  const shown = drift === undefined ? model.drift : drift;
  const marked = downslope ?? model.downslope;
  const field = useMemo(() => fieldFeature(model.boundary), [model.boundary]);
  const placed = useMemo(() => driftFeatures(shown), [shown]);
  const shownAreas = areas ?? model.drawn;
  const drawn = useMemo(() => drawnFeatures(shownAreas), [shownAreas]);
  const { boundary } = model;
  const edges = useMemo(() => edgeFeatures(boundary), [boundary]);
  const marks = useMemo(
    () => markFeatures(boundary, { hasBuffer: bufferedEdges, isDownslope: marked }),
    [boundary, bufferedEdges, marked],
  );
  const lit = useMemo(() => litFeatures(boundary, highlighted, line), [boundary, highlighted, line]);
  return useMemo(() => ({ field, drift: placed, drawn, edges, marks, lit }), [field, placed, drawn, edges, marks, lit]);
}

function phaseInWords(phase: MapPhase): string {
  if (phase === "waiting") return words().waiting;
  return phase === "failed" ? words().failed : "";
}

function MapState({ phase }: { phase: MapPhase }) {
  const text = phaseInWords(phase);
  return (
    <p className={text === "" ? styles.quietState : styles.state} role="status">
      {text}
    </p>
  );
}

/** What lies where the map was tapped, or in its middle. */
function Here({ findings, engine }: { findings: Finding[] | null; engine: MapEngine | null }) {
  const describe = useCallback(() => engine?.describeMiddle(), [engine]);
  return (
    <div className={styles.here}>
      <Button onClick={describe} disabled={engine === null}>
        {words().whatIsHere}
      </Button>
      <div role="status">
        {findings === null ? null : findings.length === 0 ? (
          <p>{words().nothingHere}</p>
        ) : (
          <ul>
            {findings.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
