import { z } from "zod";
import { APPLICATION_METHOD_NAMES, DROPLET_SIZES } from "@/lib/domain/application";
import { didYouMean, shownValue } from "@/lib/views/sent-values";
import { findApplicationMethod, findDropletSize } from "@/lib/domain/setup-words";

const acceptedMethods = APPLICATION_METHOD_NAMES.join(", ");
const acceptedDroplets = DROPLET_SIZES.map(({ code, category }) => `${code} (${category})`).join(", ");

const DROPLET_WORDS = DROPLET_SIZES.flatMap(({ code, category }) => [code, category]);

const unknownWord = (sent: string, kind: string, words: readonly string[], accepted: string): string =>
  `is not a ${kind}; got ${shownValue(sent)}${didYouMean(sent, words) || "."} Supported are ${accepted}`;

/** One of the supported methods, whatever the case of its letters. */
export const methodSchema = z
  .string()
  .transform((value, context) => {
    const method = findApplicationMethod(value);
    if (method !== null) return method;
    context.issues.push({
      code: "custom",
      message: unknownWord(value, "supported application method", APPLICATION_METHOD_NAMES, acceptedMethods),
      input: value,
    });
    return z.NEVER;
  })
  .meta({
    id: "ApplicationMethod",
    description: "How the product is applied. Taken in whatever case; answers write it as listed.",
    override: { type: "string", enum: APPLICATION_METHOD_NAMES },
  });

/** A droplet class by code, category or ASABE symbol. */
export const dropletSchema = z
  .string()
  .transform((value, context) => {
    const size = findDropletSize(value);
    if (size !== null) return size;
    context.issues.push({
      code: "custom",
      message: unknownWord(value, "droplet size", DROPLET_WORDS, acceptedDroplets),
      input: value,
    });
    return z.NEVER;
  })
  .meta({
    id: "DropletSize",
    description:
      `A droplet class by its code or category, fine to coarse: ${acceptedDroplets}; or XF and XC, as ASABE writes the ` +
      "two extreme classes. Case, blanks and hyphens do not matter (`Very Coarse`), so this is no enumeration; answers " +
      "use the category.",
    override: { type: "string", examples: DROPLET_SIZES.map(({ code }) => code) },
  });

export const gpaSchema = z.number().positive();
