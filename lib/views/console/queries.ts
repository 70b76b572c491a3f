import { RULE_STATES, type RuleState } from "@/lib/views/console/rules";
import type { PreviewFilter } from "@/lib/domain/data-preview";
import { FACT_STATES, type FactState } from "@/lib/domain/label-signature";

const LONGEST = 200;

/** One value of an address's query; empty where it has none or several. */
export const oneOf = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value.trim().slice(0, LONGEST) : "";

export const readState = (value: string | string[] | undefined): FactState | null =>
  FACT_STATES.find((state) => state === value) ?? null;

export const readRuleState = (value: string | string[] | undefined): RuleState | null =>
  RULE_STATES.find((state) => state === value) ?? null;

/** What a list of planned applications that change is narrowed to. */
export function readPreviewFilter(query: Record<string, string | string[] | undefined>): PreviewFilter {
  const of = (name: keyof PreviewFilter): string | null => oneOf(query[name]) || null;
  return { provider: of("provider"), product: of("product"), county: of("county") };
}
