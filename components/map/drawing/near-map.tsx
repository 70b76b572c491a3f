"use client";

import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import type { EditableFieldMapProps } from "@/components/map/drawing/editable-field-map";
import { DOWNSLOPE_ANCHOR } from "@/lib/views/portal/pages";
import { Boundary } from "@/components/ui/boundary";
import { useNear } from "@/components/ui/use-near";
import { keepFiles } from "@/lib/portal-client/worker";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    notYet: "The map is drawn when you come to it.",
    failed:
      "The map could not be loaded. What it shows is written below. Load the page again once there is a connection.",
    loading: "The map is loading.",
  },
  es: {
    notYet: "El mapa se dibuja cuando usted llega a él.",
    failed:
      "El mapa no se pudo cargar. Lo que muestra está escrito abajo. Cargue la página de nuevo cuando haya conexión.",
    loading: "El mapa se está cargando.",
  },
});

/**
 * The map of the page once it is near; until then, and where it cannot be had, what it shows in words. The page's own
 * work comes first: the map and its tools are fetched when someone comes near them.
 */
export function NearMap({ words: inWords, ...props }: EditableFieldMapProps & { words: ReactNode }) {
  const { place, isNear } = useNear();
  const [Map, setMap] = useState<ComponentType<EditableFieldMapProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { model, grantPath } = props;
  // Far from the map as well: the field may be opened next where there is no network.
  useEffect(
    () => keepFiles(async () => (await import("@/components/map/tiles")).tilesAround(model, `${grantPath}/tiles`)),
    [model, grantPath],
  );
  useEffect(() => {
    if (!isNear) return undefined;
    let isGone = false;
    import("@/components/map/drawing/editable-field-map").then(
      ({ EditableFieldMap }) => (isGone ? undefined : setMap(() => EditableFieldMap)),
      () => setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [isNear]);
  return (
    <div ref={place} id={DOWNSLOPE_ANCHOR} className={styles.near} data-near-map>
      {Map === null ? (
        <>
          <p role="status">{isNear ? phaseOf(hasFailed) : words().notYet}</p>
          {inWords}
        </>
      ) : (
        <Boundary
          fallback={
            <>
              <p role="status">{phaseOf(true)}</p>
              {inWords}
            </>
          }
        >
          <Map {...props} />
        </Boundary>
      )}
    </div>
  );
}

const phaseOf = (hasFailed: boolean): string => (hasFailed ? words().failed : words().loading);
