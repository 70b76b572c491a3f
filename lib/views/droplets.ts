import type { DropletSize } from "@/lib/domain/application";
import { wordsIn, type Language } from "@/lib/views/language";

const words = wordsIn<Record<DropletSize, string>>({
  en: {
    extremely_fine: "extremely fine",
    very_fine: "very fine",
    fine: "fine",
    medium: "medium",
    coarse: "coarse",
    very_coarse: "very coarse",
    extremely_coarse: "extremely coarse",
    ultra_coarse: "ultra coarse",
  },
  es: {
    extremely_fine: "extremadamente finas",
    very_fine: "muy finas",
    fine: "finas",
    medium: "medianas",
    coarse: "gruesas",
    very_coarse: "muy gruesas",
    extremely_coarse: "extremadamente gruesas",
    ultra_coarse: "ultragruesas",
  },
});

/** What droplets of a size are called, before their noun: "very coarse". */
export const dropletsInWords = (size: DropletSize, language?: Language): string => words(language)[size];
