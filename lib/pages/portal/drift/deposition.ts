import type { BoomHeight, DropletSize, ApplicationMethod } from "@/lib/domain/application";
import type { DepositionView, ProductBufferView } from "@/lib/views/portal/drift";
import type { Rulebook } from "@/lib/domain/tables";
import { curveFor, depositionAt } from "@/lib/engine/drift/deposition";
import { citationsOf } from "@/lib/pages/portal/measures/measures";
import { curveInWords } from "@/lib/views/drift-curves";

/** Near the edge the curve falls fast, so the steps are short there. */
const DISTANCES_FT = [0, 5, 10, 15, 25, 35, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000];
const SHORTEST_AXIS_FT = 300;
const CITATION = "AGDRIFT-TIER1";

interface Sprayer {
  method: ApplicationMethod;
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  gpa: number | null;
}

/** The curve of a set-up with a mark at each product's buffer; null where the set-up leaves open which curve it is. */
export function depositionView(
  setup: Sprayer,
  products: readonly ProductBufferView[],
  { deposition, citations }: Pick<Rulebook, "deposition" | "citations">,
): DepositionView | null {
  const name = curveFor(setup);
  if (name === null) return null;
  const curve = deposition.curves[name];
  const marks = products.flatMap(({ name: product, bufferFt }) => {
    const found = bufferFt === null || bufferFt === 0 ? null : depositionAt(curve, bufferFt);
    return found === null || bufferFt === null
      ? []
      : [
          {
            name: product,
            distanceFt: bufferFt,
            percent: found.fractionOfApplied * 100,
            isExtrapolated: found.isExtrapolated,
          },
        ];
  });
  const widestFt = Math.max(SHORTEST_AXIS_FT, ...marks.map(({ distanceFt }) => distanceFt));
  const end = DISTANCES_FT.findIndex((distanceFt) => distanceFt >= widestFt);
  const shown = end < 0 ? DISTANCES_FT : DISTANCES_FT.slice(0, end + 1);
  return {
    curve: curveInWords(name),
    points: shown.flatMap((distanceFt) => {
      const found = depositionAt(curve, distanceFt);
      return found === null ? [] : [{ distanceFt, percent: found.fractionOfApplied * 100 }];
    }),
    marks,
    citation: citationsOf([CITATION], citations)[0] ?? null,
  };
}
