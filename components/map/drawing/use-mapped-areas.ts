import { useQuery } from "@tanstack/react-query";
import type { MultiPolygon, Polygon, Position } from "geojson";
import type { FeatureCategory } from "@/lib/domain/feature-categories";
import { gapM } from "@/lib/geo/meeting";

/** Ground that the loaded data have beside the field. */
export interface MappedArea {
  category: FeatureCategory;
  label: string | null;
  distanceFt: number;
  geometry: Polygon | MultiPolygon;
}

/** A road that the map has as a line: it takes a width to be ground. */
export interface MappedRoad {
  label: string | null;
  distanceFt: number;
  line: Position[];
}

interface Mapped {
  areas: readonly MappedArea[];
  roads: readonly MappedRoad[];
}

export interface MappedAreas {
  /** Null until they are known. */
  found: Mapped | null;
  hasFailed: boolean;
  /** The nearest one within reach of a place. */
  at: (place: Position, reachM: number) => MappedArea | MappedRoad | null;
}

export function useMappedAreas(path: string, isWanted: boolean): MappedAreas {
  const { data, isError } = useQuery({
    queryKey: ["mapped-areas", path],
    queryFn: async ({ signal }): Promise<Mapped> => {
      const response = await fetch(path, { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as Mapped;
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
  return {
    found: data ?? null,
    hasFailed: isError,
    at: (place, reachM) => {
      const { areas, roads } = data ?? NOTHING;
      const near = [
        ...areas.map((thing) => ({ thing, awayM: gapM(spotOf(place), [thing.geometry]) })),
        ...roads.map((thing) => ({ thing, awayM: gapM(spotOf(place), [asGround(thing.line)]) })),
      ]
        .filter(({ awayM }) => awayM <= reachM)
        .toSorted((a, b) => a.awayM - b.awayM);
      // Ground is listed first: of a road that the map has both ways it is the one with a width.
      return near[0]?.thing ?? null;
    },
  };
}

const NOTHING: Mapped = { areas: [], roads: [] };

/** A line as ground of no width: there and back. */
const asGround = (line: readonly Position[]): Polygon => ({
  type: "Polygon",
  coordinates: [[...line, ...line.toReversed()]],
});

/** A place as ground of no extent. */
const spotOf = (place: Position): Polygon => ({ type: "Polygon", coordinates: [[place, place, place, place]] });
