import { DROPLET_SIZES, type BoomHeight, type DropletSize } from "@/lib/domain/application";
import { wordsIn } from "@/lib/views/language";

const droplets = wordsIn<Record<DropletSize, string>>({
  en: {
    extremely_fine: "Extremely fine",
    very_fine: "Very fine",
    fine: "Fine",
    medium: "Medium",
    coarse: "Coarse",
    very_coarse: "Very coarse",
    extremely_coarse: "Extremely coarse",
    ultra_coarse: "Ultra coarse",
  },
  es: {
    extremely_fine: "Extremadamente fina",
    very_fine: "Muy fina",
    fine: "Fina",
    medium: "Mediana",
    coarse: "Gruesa",
    very_coarse: "Muy gruesa",
    extremely_coarse: "Extremadamente gruesa",
    ultra_coarse: "Ultragruesa",
  },
});

/** With the code that labels and nozzle charts have: "Very coarse (VC)". */
export const dropletInWords = (size: DropletSize): string => {
  const code = DROPLET_SIZES.find(({ category }) => category === size)?.code ?? "";
  return `${droplets()[size]} (${code})`;
};

/** Where its name stands before it, and one size is meant: "very coarse", in Spanish as "gota" is. */
export const dropletSizeInWords = (size: DropletSize): string => droplets()[size].toLowerCase();

const booms = wordsIn<Record<BoomHeight, string>>({
  en: { low: "Low", high: "High" },
  es: { low: "Aguilón bajo", high: "Aguilón alto" },
});
export const boomInWords = (height: BoomHeight): string => booms()[height];
