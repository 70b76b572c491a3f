import type { DrawnFigure, FigureLayerKind, ReportFigure } from "@/lib/domain/report";
import { decimalText } from "@/lib/domain/numbers";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    legend: {
      field: () => "Field boundary",
      pula: (names) => `Pesticide use limitation area (${names})`,
      buffer: () => "Drift buffer as last computed",
      soil: () => "Soil map unit, with its symbol",
    } satisfies Legend,
    scale: (feet: string) => `${feet} ft`,
    more: (names: string, more: number) => `${names} and ${more} more`,
  },
  es: {
    legend: {
      field: () => "Límite del campo",
      pula: (names) => `Área de uso limitado de pesticidas (${names})`,
      buffer: () => "Zona de amortiguamiento del último cálculo",
      soil: () => "Unidad de suelo, con su símbolo",
    },
    scale: (feet) => `${feet} pies`,
    more: (names, more) => `${names} y ${more} más`,
  },
});
type Legend = Record<FigureLayerKind, (names: string) => string>;

/** A drawing with its words. */
export const figureInWords = (drawn: DrawnFigure): ReportFigure => ({
  ...drawn,
  scaleBar: { ...drawn.scaleBar, text: words().scale(decimalText(drawn.scaleBar.feet)) },
  legend: drawn.legend.map(({ kind, text, more }) => ({
    kind,
    text: words().legend[kind](more > 0 ? words().more(text, more) : text),
  })),
});
