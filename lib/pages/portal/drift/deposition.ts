import type { BoomHeight, DropletSize, ApplicationMethod } from "@/lib/domain/application";
import type { DepositionView, ProductBufferView } from "@/lib/views/portal/drift";
import type { DepositionCurveName, Rulebook } from "@/lib/domain/tables";
import { curveFor, depositionAt } from "@/lib/engine/drift/deposition";
import { citationsOf } from "@/lib/pages/portal/measures/measures";
import { wordsIn } from "@/lib/views/language";

const curves = wordsIn<Record<DepositionCurveName, string>>({
  en: {
    aerial_vf2f: "aerial, very fine to fine droplets",
    aerial_f2m: "aerial, fine to medium droplets",
    aerial_m2c: "aerial, medium to coarse droplets",
    aerial_c2vc: "aerial, coarse to very coarse droplets",
    ground_low_vf: "ground, low boom, very fine to fine droplets",
    ground_low_fmc: "ground, low boom, fine to medium or coarse droplets",
    ground_high_vf: "ground, high boom, very fine to fine droplets",
    ground_high_fmc: "ground, high boom, fine to medium or coarse droplets",
    airblast_normal: "airblast, normal orchard",
    airblast_dense: "airblast, dense orchard",
    airblast_sparse: "airblast, sparse orchard",
    airblast_vineyard: "airblast, vineyard",
    airblast_orchard: "airblast, orchard",
  },
  es: {
    aerial_vf2f: "aérea, gotas de muy finas a finas",
    aerial_f2m: "aérea, gotas de finas a medianas",
    aerial_m2c: "aérea, gotas de medianas a gruesas",
    aerial_c2vc: "aérea, gotas de gruesas a muy gruesas",
    ground_low_vf: "terrestre, aguilón bajo, gotas de muy finas a finas",
    ground_low_fmc: "terrestre, aguilón bajo, gotas de finas a medianas o gruesas",
    ground_high_vf: "terrestre, aguilón alto, gotas de muy finas a finas",
    ground_high_fmc: "terrestre, aguilón alto, gotas de finas a medianas o gruesas",
    airblast_normal: "turboatomizador, huerto normal",
    airblast_dense: "turboatomizador, huerto denso",
    airblast_sparse: "turboatomizador, huerto ralo",
    airblast_vineyard: "turboatomizador, viñedo",
    airblast_orchard: "turboatomizador, huerto",
  },
});

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
    curve: curves()[name],
    points: shown.flatMap((distanceFt) => {
      const found = depositionAt(curve, distanceFt);
      return found === null ? [] : [{ distanceFt, percent: found.fractionOfApplied * 100 }];
    }),
    marks,
    citation: citationsOf([CITATION], citations)[0] ?? null,
  };
}
