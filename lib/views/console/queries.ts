import { RULE_STATES, type RuleState } from "@/lib/views/console/rules";
import { FACT_STATES, type FactState } from "@/lib/domain/label-signature";

const LONGEST = 200;

/** One value of an address's query; empty where it has none or several. */
export const oneOf = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value.trim().slice(0, LONGEST) : "";

export const readState = (value: string | string[] | undefined): FactState | null =>
  FACT_STATES.find((state) => state === value) ?? null;

export const readRuleState = (value: string | string[] | undefined): RuleState | null =>
  RULE_STATES.find((state) => state === value) ?? null;
