import { RATE_UNIT_NAMES } from "@/lib/domain/rate-units";
import { nearestWord } from "@/lib/views/sent-values";

/** A rate of active ingredient is another quantity: no unit of product is near it. */
const OF_INGREDIENT = /\b(ai|ae|a\.i\.|a\.e\.|active|acid)(?![a-z])/i;

/** The rate unit that was most likely meant; null where none is near. */
export const nearestRateUnit = (unit: string): string | null =>
  OF_INGREDIENT.test(unit) ? null : nearestWord(unit, RATE_UNIT_NAMES);
