import type { MethodClass } from "@/lib/domain/application";
import type { NotReducedReason } from "@/lib/domain/drift";
import type { DriftPracticeFigure } from "@/lib/domain/tables";
import { wordsIn } from "@/lib/views/language";

type WindRange = Pick<DriftPracticeFigure, "windMphAtLeast" | "windMphBelow" | "windMphAtMost">;

interface Words {
  classes: Record<MethodClass, string>;
  rateCut: string;
  percentOff: (percent: number) => string;
  /** Empty where a figure holds in any wind. */
  windRange: (range: WindRange) => string;
  notAllowed: string;
  ruledOut: (products: string) => string;
  ruledOutByLabel: (products: readonly string[]) => string;
  nothingOff: string;
  shownBySetup: string;
  takesOff: (percent: string, products: string) => string;
  claimedOnly: string;
  takesOffOnWord: (percent: string, products: string) => string;
  claimedInVain: string;
  notShown: string;
  notClaimed: string;
  gainsNothing: string;
  takeBack: string;
  notForClass: (methodClass: string) => string;
  notForMethod: string;
  notInWind: string;
  unverified: string;
  noReduction: string;
  off: (percentOff: string, products: string) => string;
  wouldTake: (off: string) => string;
  ifInPlace: (off: string) => string;
  reasons: Record<NotReducedReason, string>;
  toNothing: string;
  forProducts: (products: string, reason: string) => string;
}

/** The words for practices of the menu. */
export const practiceWords = wordsIn<Words>({
  en: {
    classes: { ground: "Ground", aerial: "Aerial", airblast: "Airblast" },
    rateCut: "as many percent off as the rate is below the label's highest",
    percentOff: (percent) => `${percent}\u00A0% off`,
    windRange: ({ windMphAtLeast, windMphBelow, windMphAtMost }) => {
      const from = windMphAtLeast === null ? "" : ` from ${windMphAtLeast}`;
      if (windMphBelow !== null) return `, wind${from} below ${windMphBelow} mph`;
      if (windMphAtMost !== null) return `, wind${from} to ${windMphAtMost} mph`;
      return windMphAtLeast === null ? "" : `, wind${from} mph`;
    },
    notAllowed: "Not allowed",
    ruledOutByLabel: (products) => `The label of ${products.join(" and of ")} rules it out.`,
    ruledOut: (products) => `The label of ${products} rules it out. Take it back, or what is required is not met.`,
    nothingOff: "Takes nothing off",
    shownBySetup: "Shown by the set-up",
    takesOff: (percent, products) => `Takes ${percent}\u00A0% off the distance of ${products}.`,
    claimedOnly: "Claimed, not verified",
    takesOffOnWord: (percent, products) =>
      `Takes ${percent}\u00A0% off the distance of ${products} on your word. No one has verified it, so the answer stays unsettled.`,
    claimedInVain: "Claimed. No buffer of this mix can be reduced by it now.",
    notShown: "Not shown",
    notClaimed: "Not claimed",
    gainsNothing: "Claiming it gains nothing and can only leave the answer open.",
    takeBack: "Take the claim back: it gains nothing.",
    notForClass: (methodClass) => `Gives nothing to ${methodClass} application.`,
    notForMethod: "Cannot be done with this method of application.",
    notInWind: "Gives nothing in this wind.",
    unverified: "Its figure is not verified, so it takes nothing off.",
    noReduction: "No label of this mix lets its buffer be reduced.",
    off: (percentOff, products) => `${percentOff} the distance of ${products}, where the label names it.`,
    wouldTake: (off) => `Would take ${off}`,
    ifInPlace: (off) => `If it is in place: ${off}`,
    reasons: {
      NOT_ON_LABEL: "the label, as far as it was read, does not name it, so it takes nothing off",
      FIGURE_UNVERIFIED: "its figure is not verified, so it takes nothing off",
      DISALLOWED: "the label rules it out",
      MAY_BE_DISALLOWED: "the label may rule it out, so it takes nothing off",
      REQUIRED_ANYWAY: "the label asks for it anyway, and its distance supposes it",
      OTHER_OF_OPTION: "another practice of the same kind counts already",
      OTHER_METHOD: "it is for another kind of sprayer",
      NO_FIGURE: "there is no figure for it in this wind",
    },
    toNothing: "it comes to nothing here",
    forProducts: (products, reason) => `For ${products}: ${reason}`,
  },
  es: {
    classes: { ground: "Terrestre", aerial: "Aérea", airblast: "Turboatomizador" },
    rateCut: "se descuenta el mismo porcentaje en que la dosis está por debajo de la más alta de la etiqueta",
    percentOff: (percent) => `se descuenta el ${percent}\u00A0%`,
    windRange: ({ windMphAtLeast, windMphBelow, windMphAtMost }) => {
      const from = windMphAtLeast === null ? "" : ` desde ${windMphAtLeast}`;
      const and = from === "" ? "" : " y";
      if (windMphBelow !== null) return `, viento${from}${and} por debajo de ${windMphBelow} mph`;
      if (windMphAtMost !== null) return `, viento${from} hasta ${windMphAtMost} mph`;
      return windMphAtLeast === null ? "" : `, viento${from} mph`;
    },
    notAllowed: "No permitida",
    ruledOutByLabel: (products) => `La etiqueta de ${products.join(" y de ")} la descarta.`,
    ruledOut: (products) =>
      `La etiqueta de ${products} la descarta. Retire la declaración, o lo que se exige no estará cumplido.`,
    nothingOff: "No descuenta nada",
    shownBySetup: "Se ve en la configuración",
    takesOff: (percent, products) => `Descuenta el ${percent}\u00A0% de la distancia de ${products}.`,
    claimedOnly: "Declarada, sin verificar",
    takesOffOnWord: (percent, products) =>
      `Descuenta el ${percent}\u00A0% de la distancia de ${products} según lo que usted declara. Nadie lo ha verificado, así que la respuesta queda por resolver.`,
    claimedInVain: "Declarada. Ahora no puede reducir ninguna zona de amortiguamiento de esta mezcla.",
    notShown: "No se ve",
    notClaimed: "No declarada",
    gainsNothing: "Declararla no aporta nada y solo puede dejar la respuesta por resolver.",
    takeBack: "Retire la declaración: no aporta nada.",
    notForMethod: "No se puede hacer con este método de aplicación.",
    notForClass: (methodClass) =>
      methodClass === "turboatomizador"
        ? "No da nada a la aplicación con turboatomizador."
        : `No da nada a la aplicación ${methodClass}.`,
    notInWind: "No da nada con este viento.",
    unverified: "Su cifra no está verificada, así que no descuenta nada.",
    noReduction: "Ninguna etiqueta de esta mezcla permite reducir su zona de amortiguamiento.",
    off: (percentOff, products) =>
      `${percentOff} en la distancia de ${products}, donde la etiqueta nombra la práctica.`,
    wouldTake: (off) => `Si la configuración la muestra: ${off}`,
    ifInPlace: (off) => `Si está en uso: ${off}`,
    reasons: {
      NOT_ON_LABEL: "la etiqueta, hasta donde se leyó, no la nombra, así que no descuenta nada",
      FIGURE_UNVERIFIED: "su cifra no está verificada, así que no descuenta nada",
      DISALLOWED: "la etiqueta la descarta",
      MAY_BE_DISALLOWED: "puede que la etiqueta la descarte, así que no descuenta nada",
      REQUIRED_ANYWAY: "la etiqueta la pide de todos modos, y su distancia ya la supone",
      OTHER_OF_OPTION: "ya cuenta otra práctica del mismo tipo",
      OTHER_METHOD: "es para otro tipo de aspersora",
      NO_FIGURE: "no hay cifra para ella con este viento",
    },
    toNothing: "aquí no llega a nada",
    forProducts: (products, reason) => `Para ${products}: ${reason}`,
  },
});
