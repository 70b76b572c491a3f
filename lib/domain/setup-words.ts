/** What callers write for methods and droplet classes. Apart from the lists themselves, which browsers load too. */
import {
  APPLICATION_METHOD_NAMES,
  DROPLET_SIZES,
  type ApplicationMethod,
  type DropletSize,
} from "@/lib/domain/application";

const METHOD_BY_LOWER_CASE = new Map(APPLICATION_METHOD_NAMES.map((name) => [name.toLowerCase(), name]));

/** The method a caller named, whatever the case of its letters; null when it is none of the list. */
export const findApplicationMethod = (text: string): ApplicationMethod | null =>
  METHOD_BY_LOWER_CASE.get(text.toLowerCase()) ?? null;

const DROPLET_BY_WORD = new Map<string, DropletSize>([
  ...DROPLET_SIZES.flatMap(({ code, category }): [string, DropletSize][] => [
    [code.toLowerCase(), category],
    [category, category],
  ]),
  // ASABE writes XF and XC for the two extreme classes.
  ["xf", "extremely_fine"],
  ["xc", "extremely_coarse"],
]);

/** The droplet class a caller named by code, category or ASABE symbol; null when it is none. */
export const findDropletSize = (text: string): DropletSize | null =>
  DROPLET_BY_WORD.get(
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_"),
  ) ?? null;
