import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type { GeoJSON, Position } from "geojson";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import type { Finding } from "@/components/map/identify";
import type { ShapeSource } from "@/components/map/grouped-layer";
import type { MapGroup } from "@/components/map/legend-groups";
import type { MapEngine } from "@/components/map/map-engine";
import type { MapTheme } from "@/components/map/palette";

export type MapPhase = "waiting" | "loading" | "idle" | "failed";

export interface EngineInputs {
  model: FieldMapModel;
  tilesPath: string;
  theme: MapTheme;
  shapes: Record<ShapeSource, GeoJSON>;
  hidden: ReadonlySet<MapGroup>;
  onEdge: (edge: EdgeKey) => void;
  onPlace: (at: Position, reachM: number) => void;
  onFindings: (findings: Finding[]) => void;
  onImageryFailed: () => void;
}

export interface EngineHandle {
  frame: RefObject<HTMLDivElement | null>;
  container: RefObject<HTMLDivElement | null>;
  engine: MapEngine | null;
  phase: MapPhase;
}

/** Keeps one map in step with what the page wants shown. MapLibre is fetched once the page is painted and the map near. */
export function useMapEngine(inputs: EngineInputs): EngineHandle {
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<MapEngine | null>(null);
  const [phase, setPhase] = useState<MapPhase>("waiting");

  const latest = useLatest(inputs);

  const make = useEffectEvent((Engine: typeof MapEngine, on: { container: HTMLElement; fullscreen: HTMLElement }) => {
    const { model, tilesPath, theme, shapes, hidden } = inputs;
    return new Engine({
      ...{ model, tilesPath, theme, shapes, hidden },
      ...on,
      prefersReducedMotion: window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      events: {
        onState: (state) => setPhase(state === "lost" ? "failed" : state),
        ...listeners(latest),
      },
    });
  });

  useEffect(() => {
    const [host, fullscreen] = [container.current, frame.current];
    if (host === null || fullscreen === null) return undefined;
    let made: MapEngine | null = null;
    let isGone = false;
    const load = async (): Promise<void> => {
      setPhase("loading");
      try {
        const { MapEngine: Engine } = await import("@/components/map/map-engine");
        if (isGone) return;
        made = make(Engine, { container: host, fullscreen });
        setEngine(made);
      } catch {
        // No WebGL, or the code did not come: the words beside the map say the same.
        if (!isGone) setPhase("failed");
      }
    };
    const stopWaiting = whenNear(host, () => void load());
    return () => {
      isGone = true;
      stopWaiting();
      made?.destroy();
      setEngine(null);
    };
  }, []);

  useEffect(() => engine?.setTheme(inputs.theme), [engine, inputs.theme]);
  useEffect(() => {
    for (const [source, data] of Object.entries(inputs.shapes)) engine?.setShape(source as ShapeSource, data);
  }, [engine, inputs.shapes]);
  return { frame, container, engine, phase };
}

/** What the page hears of the map, as it listens now. */
const listeners = (latest: RefObject<EngineInputs>) => ({
  onEdge: (edge: EdgeKey) => latest.current.onEdge(edge),
  onPlace: (at: Position, reachM: number) => latest.current.onPlace(at, reachM),
  onFindings: (findings: Finding[]) => latest.current.onFindings(findings),
  onImageryFailed: () => latest.current.onImageryFailed(),
});

/** The map outlives the page's states: it calls the present listener, not the one it was made with. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Calls once the element is near the screen and the browser has painted what came first. Returns how to call it off. */
function whenNear(element: HTMLElement, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // A frame is asked for first, so that this comes after a paint.
      requestAnimationFrame(() => {
        timer = setTimeout(then, 0);
      });
    },
    { rootMargin: "200px" },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
