import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    inGroup: (group: string) => `soil group ${group} is right`,
    groupIsRight: "the soil group is right",
    why: (known: string) =>
      `${known}, but on less than half of the field the soil survey names sand, loamy sand, or sandy loam together with it, and this credit needs both`,
  },
  es: {
    inGroup: (group) => `el grupo de suelo ${group} es el adecuado`,
    groupIsRight: "el grupo de suelo es el adecuado",
    why: (known) =>
      `${known}, pero en menos de la mitad del campo el estudio de suelos indica junto con él arena, arena francosa o franco arenoso, y este crédito exige las dos cosas`,
  },
});

/** Why a credit that the soil's group gives is worth no points here: its texture is not sandy (lib/engine/soil-texture.ts). */
export const whySoilGivesNone = (group: string | null): string =>
  words().why(group === null ? words().groupIsRight : words().inGroup(group));
