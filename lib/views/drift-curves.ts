import type { DepositionCurveName } from "@/lib/domain/tables";
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

/** The setup that a curve of expected drift is for. */
export const curveInWords = (curve: DepositionCurveName): string => curves()[curve];
