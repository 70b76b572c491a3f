import type { SavedComputation } from "@/lib/domain/drift-saved";
import { drawnInWords } from "@/lib/views/ground";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

interface Words {
  looked: (seen: { withOwn: boolean; managed: number; protectedAreas: number }) => string;
  asDrawn: (areas: string) => string;
}

const words = wordsIn<Words>({
  en: {
    looked: ({ withOwn, managed, protectedAreas }) =>
      `The loaded map of ground${withOwn ? " and your own drawings were" : " was"} looked at: ` +
      `${counted(managed, "managed area")} that can carry part of a buffer and ` +
      `${counted(protectedAreas, "protected area")} near the field. Ground that no one mapped or drew takes nothing off.`,
    asDrawn: (areas) => `Counted as it was drawn by hand: ${areas}.`,
  },
  es: {
    looked: ({ withOwn, managed, protectedAreas }) =>
      `${withOwn ? "Se revisaron el mapa de terrenos cargado y sus propios dibujos" : "Se revisó el mapa de terrenos cargado"}: ` +
      `${counted(managed, "área manejada que puede", "áreas manejadas que pueden")} llevar parte de una zona de amortiguamiento y ` +
      `${counted(protectedAreas, "área protegida", "áreas protegidas")} cerca del campo. ` +
      "El terreno que nadie ha puesto en el mapa ni dibujado no descuenta nada.",
    asDrawn: (areas) => `Contado tal como se dibujó a mano: ${areas}.`,
  },
});

/** What ground beside the field an answer counted, and what of it only someone's drawing tells of. */
export function groundInWords({
  featureScope,
  exclusionFeatureCount,
  nonManagedFeatureCount,
  drawnGround = [],
}: Pick<
  SavedComputation,
  "featureScope" | "exclusionFeatureCount" | "nonManagedFeatureCount" | "drawnGround"
>): string {
  const looked = words().looked({
    withOwn: featureScope === "global_and_field",
    managed: exclusionFeatureCount,
    protectedAreas: nonManagedFeatureCount,
  });
  return drawnGround.length === 0 ? looked : `${looked} ${words().asDrawn(drawnInWords(drawnGround))}`;
}
