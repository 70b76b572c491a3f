import { wordsIn } from "@/lib/views/language";
import type { PortalTheme } from "@/lib/views/portal/pages";

export type ThemeWords = Record<PortalTheme | "legend", string>;

/** They come with the page, in the one language of its reader (decision 0029). */
export const themeWords = wordsIn<ThemeWords>({
  en: {
    legend: "Colors",
    auto: "Like the device",
    light: "Light",
    dark: "Dark",
    sunlight: "Full sun: highest contrast",
  },
  es: {
    legend: "Colores",
    auto: "Como el dispositivo",
    light: "Claro",
    dark: "Oscuro",
    sunlight: "Pleno sol: máximo contraste",
  },
});
