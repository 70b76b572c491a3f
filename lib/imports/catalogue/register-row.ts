import { z } from "zod";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import type { CatalogueProduct, ProductStatus } from "@/lib/domain/product";
import { canonicalRegistration } from "@/lib/domain/registration";
import { readIngredients } from "@/lib/imports/catalogue/ingredients";
import { isRecord, lowerCaseKeys, textOrNullSchema } from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

/** Columns of EPA's register (APPRIL) that a file must have; the others used are optional. */
export const REGISTER_COLUMNS = ["reg_num", "product_name", "status_group"] as const;

export type CheckedRegisterRow =
  | { ok: true; product: CatalogueProduct; hasUnreadIngredients: boolean }
  | { ok: false; kind: string; detail: string; isExpected: boolean };

const rowSchema = z.object({
  reg_num: textOrNullSchema,
  product_name: textOrNullSchema,
  company_name: textOrNullSchema,
  status_group: textOrNullSchema,
});

/** State (`CA-960012`, `CA960012`) and experimental (`100-EUP-12`) registrations are not products of the interface. */
const SPECIAL = /^(?:[A-Z]{2}-?\d{4,8}|\d+-EUP-\d+(?:-\d+)?)$/i;

const statusOf = (group: string | null): ProductStatus | null => {
  const word = group?.toLowerCase();
  return word === "active" ? "Active" : word === "inactive" ? "Inactive" : null;
};

/** A row of the register as a product of which nothing but number, name, status and ingredients is known. */
export function checkRegisterRow(value: unknown): CheckedRegisterRow {
  if (!isRecord(value)) return { ok: false, kind: "is no row", detail: "", isExpected: false };
  const members = lowerCaseKeys(value);
  const parsed = rowSchema.safeParse(members);
  if (!parsed.success)
    return { ok: false, kind: "bad columns", detail: describeFault(parsed.error), isExpected: false };
  const { reg_num, product_name, company_name, status_group } = parsed.data;
  const registration = reg_num === null ? null : canonicalRegistration(reg_num);
  if (registration === null) return refusedNumber(reg_num);
  if (product_name === null) return { ok: false, kind: "has no name", detail: registration, isExpected: true };
  const ingredients = readIngredients(members.ais);
  return {
    ok: true,
    hasUnreadIngredients: ingredients === null || ingredients.some(({ name }) => name === UNNAMED_INGREDIENT),
    product: {
      registration,
      name: product_name,
      registrant: company_name,
      status: statusOf(status_group),
      formulation: null,
      ingredients: ingredients ?? [],
      esaLabelLanguage: null,
      rules: null,
      isDemonstration: false,
    },
  };
}

const refusedNumber = (number: string | null): CheckedRegisterRow =>
  number !== null && SPECIAL.test(number)
    ? { ok: false, kind: "is a state or experimental registration", detail: number, isExpected: true }
    : { ok: false, kind: "has no registration number", detail: JSON.stringify(number), isExpected: false };
