"use client";

import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { NearMap } from "@/components/map/drawing/near-map";
import { keepsDistance } from "@/components/portal/drift/edges/edge-groups";
import { Earlier } from "@/components/portal/drift/answer/earlier";
import { EdgeTable } from "@/components/portal/drift/edges/edge-table";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { DriftAnswerView, DriftView, EdgeView } from "@/lib/views/portal/drift";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import styles from "./edge-picker.module.css";

interface Props {
  view: DriftView;
  map: FieldMapModel | null;
  mapWords: ReactNode;
  answer: DriftAnswerView | null;
  /** The answer is to other conditions than those that are set. */
  isEarlier: boolean;
  /** Has the map beside it where there is room. */
  beside: ReactNode;
  /** Stands between map and table. */
  children: ReactNode;
}

/** Map and edge table: what is picked in one stands out in the other. */
export function EdgePicker({ view, map, mapWords, answer, isEarlier, beside, children }: Props) {
  const [selected, setSelected] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const edges = answer?.edges ?? NONE;
  const { buffered, lit } = useEdgesOnMap(edges, selected, pointed);
  const { mapPlace, shownName, showOnMap, goBack } = useWayToMap();
  const pick = useCallback((edge: EdgeKey) => setSelected(otherThan(edgeName(edge))), []);
  const pickRow = (name: string | null): void => {
    setSelected(name);
    if (map !== null) showOnMap(name);
  };
  const numberShown = shownName === selected ? edges.findIndex((edge) => edgeName(edge) === shownName) + 1 : 0;
  const text = view.words;
  const earlier = isEarlier ? <Earlier text={text.answer} /> : null;
  const table = { text: text.edges, note: earlier, sides: map?.sides ?? [], onSelect: pickRow, onPoint: setPointed };
  return (
    <>
      <div className={styles.beside}>
        {beside}
        <Card title={text.page.map} id="map" className={styles.map}>
          {map === null ? (
            <p>{text.page.noBoundary}</p>
          ) : (
            <div ref={mapPlace}>
              {numberShown === 0 ? null : <Back label={`${text.edges.backTo} ${numberShown}`} onGo={goBack} />}
              <NearMap
                model={map}
                words={mapWords}
                grantPath={view.grantPath}
                place={view.live.place}
                isLocked={view.isFieldYearLocked}
                bufferedEdges={buffered}
                highlighted={lit}
                onEdge={pick}
                {...(answer?.map == null ? {} : { drift: answer.map })}
              />
              {earlier}
            </div>
          )}
        </Card>
      </div>
      {children}
      {answer === null ? null : <EdgeTable {...table} {...{ answer, selected }} />}
    </>
  );
}

const Back = ({ label, onGo }: { label: string; onGo: () => void }) => (
  <p>
    <Button icon="down" onClick={onGo}>
      {label}
    </Button>
  </p>
);

const NONE: readonly EdgeView[] = [];

/** What is picked once more is picked no more. */
const otherThan =
  (name: string) =>
  (before: string | null): string | null =>
    before === name ? null : name;

/** The same lists as long as nothing changed, so that the map is left alone. */
function useEdgesOnMap(edges: readonly EdgeView[], selected: string | null, pointed: string | null) {
  const buffered = useMemo(() => edges.filter(keepsDistance).map(keyOf), [edges]);
  const lit = useMemo(
    () => edges.filter((edge) => [selected, pointed].includes(edgeName(edge))).map(keyOf),
    [edges, selected, pointed],
  );
  return { buffered, lit };
}

/** From a row of the table to the map, and back to the row: on a phone they are screens apart. */
function useWayToMap() {
  const mapPlace = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ name: string | null }>({ name: null });
  // After the table, which scrolls to its picked row as well.
  useEffect(() => {
    if (shown.name === null) return;
    const stage = mapPlace.current?.querySelector("[data-map-stage]");
    if (stage == null) mapPlace.current?.scrollIntoView({ block: "start" });
    else stage.scrollIntoView({ block: "nearest" });
  }, [shown]);
  const showOnMap = useCallback((name: string | null) => setShown({ name }), []);
  const goBack = (): void => {
    const row = [...document.querySelectorAll<HTMLElement>("[data-edge]")].find(
      ({ dataset }) => dataset.edge === shown.name,
    );
    row?.querySelector("button")?.focus();
    setShown({ name: null });
  };
  return { mapPlace, shownName: shown.name, showOnMap, goBack };
}

const keyOf = ({ partIndex, ringIndex, edgeIndex }: EdgeKey): EdgeKey => ({ partIndex, ringIndex, edgeIndex });
