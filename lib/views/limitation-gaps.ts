import type { LimitationGap } from "@/lib/domain/limitation-gaps";
import { wordsIn } from "@/lib/views/language";

interface Words {
  why: Record<Exclude<LimitationGap, "answered">, string>;
  notKnown: (product: string, why: string) => string;
  answered: (product: string) => string;
  readLabel: string;
}

const words = wordsIn<Words>({
  en: {
    why: {
      unknown_product: "we do not know this product",
      unread_label: "we have not read the label that is in force",
      two_products: "its registration number and its name belong to two products",
    },
    notKnown: (product, why) => `Whether limitations apply to ${product} is not known: ${why}.`,
    answered: (product) => `An answer on record says that the label of ${product} refers to no bulletin.`,
    readLabel: "Read the label, and EPA's bulletin for this place.",
  },
  es: {
    why: {
      unknown_product: "no conocemos este producto",
      unread_label: "no hemos leído la etiqueta vigente",
      two_products: "su número de registro y su nombre son de dos productos",
    },
    notKnown: (product, why) => `No se sabe si hay limitaciones para ${product}: ${why}.`,
    answered: (product) => `Una respuesta registrada dice que la etiqueta de ${product} no remite a ningún boletín.`,
    readLabel: "Lea la etiqueta y el boletín de la EPA para este lugar.",
  },
});

/** "we do not know this product"; null: an answer stands in its place. */
export const gapWhy = (gap: LimitationGap): string | null => (gap === "answered" ? null : words().why[gap]);

/** What there is to say of a product's limitations where finding none says nothing. */
export function gapInWords(product: string, gap: LimitationGap): string {
  const why = gapWhy(gap);
  return why === null ? words().answered(product) : words().notKnown(product, why);
}

/** What to do about it. */
export const readTheLabel = (): string => words().readLabel;
