import { booleanPointInPolygon } from "@turf/turf";
import type { Position } from "geojson";
import type { FieldFeature, FieldKind } from "@/prisma/seed/landscape/fields";
import type { Landscape } from "@/prisma/seed/landscape/landscape";
import { DEMO_PULAS } from "@/prisma/seed/landscape/pulas";
import { polygonsOf } from "@/prisma/seed/landscape/shapes";

export type PulaName = keyof typeof DEMO_PULAS;

/** What a field of the demonstration has to be for an application to show its point. */
export interface FieldWish {
  /** PULAs that the field lies in, with its middle where one such is left; empty for a field that no PULA meets. */
  inside: readonly PulaName[];
  kinds?: readonly FieldKind[];
}

const middleOf = (field: FieldFeature): Position => {
  const positions = polygonsOf(field.geometry).flat(2);
  const [lons, lats] = [positions.map(([lon = 0]) => lon), positions.map(([, lat = 0]) => lat)];
  return [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2];
};

interface Candidate {
  field: FieldFeature;
  middleIn: ReadonlySet<number>;
  touches: ReadonlySet<number>;
}

/** Hands out the fields of a landscape, each once, in their order. */
export class FieldChoice {
  private readonly left: Candidate[];

  constructor(landscape: Landscape) {
    const idsAt = (position: Position): number[] =>
      landscape.pulas.features
        .filter(({ geometry }) => booleanPointInPolygon(position, geometry))
        .map(({ properties }) => properties.pula_id);
    this.left = landscape.fields.features.map((field) => ({
      field,
      middleIn: new Set(idsAt(middleOf(field))),
      // PULAs are much larger than fields, so one that meets a field holds a corner or the middle of it.
      touches: new Set([middleOf(field), ...polygonsOf(field.geometry).flat(2).filter(isSampled)].flatMap(idsAt)),
    }));
  }

  take({ inside, kinds }: FieldWish): FieldFeature {
    const wanted = inside.map((name) => DEMO_PULAS[name].id);
    const isKind = ({ field }: Candidate): boolean => kinds?.includes(field.properties.kind) ?? true;
    const holds = (ids: ReadonlySet<number>): boolean => wanted.every((id) => ids.has(id));
    const isAlone = ({ touches }: Candidate): boolean => touches.size === wanted.length;
    // A field shows its point best when it lies well inside, and in nothing else.
    const wishes: ((each: Candidate) => boolean)[] = [
      (each) => holds(each.middleIn) && isAlone(each),
      (each) => holds(each.touches) && isAlone(each),
      (each) => wanted.length > 0 && holds(each.middleIn),
    ];
    const index = wishes
      .map((isWanted) => this.left.findIndex((each) => isKind(each) && isWanted(each)))
      .find((place) => place >= 0);
    const [found] = index === undefined ? [] : this.left.splice(index, 1);
    if (found === undefined) throw new RangeError(`no field is left inside ${inside.join(" and ") || "no PULA"}`);
    return found.field;
  }
}

/** Pivots have hundreds of positions a meter apart; some of them say where the field is. */
const isSampled = (_: Position, index: number, all: readonly Position[]): boolean =>
  index % Math.ceil(all.length / 24) === 0;
