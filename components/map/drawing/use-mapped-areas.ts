import { useQuery } from "@tanstack/react-query";
import type { MultiPolygon, Polygon, Position } from "geojson";
import type { FeatureCategory } from "@/lib/domain/feature-categories";
import { gapM } from "@/lib/geo/snap";

/** Ground that the loaded data have beside the field. */
export interface MappedArea {
  category: FeatureCategory;
  label: string | null;
  distanceFt: number;
  geometry: Polygon | MultiPolygon;
}

export interface MappedAreas {
  /** Null until they are known. */
  areas: readonly MappedArea[] | null;
  hasFailed: boolean;
  /** The nearest one within reach of a place. */
  at: (place: Position, reachM: number) => MappedArea | null;
}

export function useMappedAreas(path: string, isWanted: boolean): MappedAreas {
  const { data, isError } = useQuery({
    queryKey: ["mapped-areas", path],
    queryFn: async ({ signal }): Promise<MappedArea[]> => {
      const response = await fetch(path, { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return ((await response.json()) as { areas: MappedArea[] }).areas;
    },
    enabled: isWanted,
    staleTime: Infinity,
  });
  return {
    areas: data ?? null,
    hasFailed: isError,
    at: (place, reachM) => {
      const near = (data ?? [])
        .map((area) => ({ area, awayM: gapM(spotOf(place), [area.geometry]) }))
        .filter(({ awayM }) => awayM <= reachM)
        .toSorted((a, b) => a.awayM - b.awayM);
      return near[0]?.area ?? null;
    },
  };
}

/** A place as ground of no extent. */
const spotOf = (place: Position): Polygon => ({ type: "Polygon", coordinates: [[place, place, place, place]] });
