"use client";

import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import type { EditableFieldMapProps } from "@/components/map/drawing/editable-field-map";

/** The page's own work comes first: the map and its tools are fetched when somebody comes near them. */
const NEAR = "400px";

/** The map of the page once it is near; until then, and where it cannot be had, what it shows in words. */
export function NearMap({ words, ...props }: EditableFieldMapProps & { words: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [Map, setMap] = useState<ComponentType<EditableFieldMapProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const host = place.current;
    if (host === null) return undefined;
    let isGone = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import("@/components/map/drawing/editable-field-map").then(
          ({ EditableFieldMap }) => (isGone ? undefined : setMap(() => EditableFieldMap)),
          () => setFailed(true),
        );
      },
      { rootMargin: NEAR },
    );
    observer.observe(host);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={place}>
      {Map === null ? (
        <>
          <p role="status">{hasFailed ? "The map could not be loaded. Its words are below." : "The map is loading."}</p>
          {words}
        </>
      ) : (
        <Map {...props} />
      )}
    </div>
  );
}
