import type { LabelCondition } from "@/lib/domain/label-conditions";
import { oncePer } from "@/lib/domain/once-per";
import type { LabelLimit, LabelRules } from "@/lib/domain/product";

/** Every condition of a label: those that stand as such, and its limits read as conditions. */
export const conditionsOf = oncePer((rules: LabelRules): readonly LabelCondition[] => [
  ...rules.conditions,
  ...rules.limits.map((limit, index) => asCondition(limit, `limit-${index}`)),
]);

function asCondition(limit: LabelLimit, id: string): LabelCondition {
  const { evidence, cite, note } = limit;
  const head = { id, evidence, cite, note };
  switch (limit.kind) {
    case "max_single_rate": {
      const { value: atMost, unit } = limit;
      const text = `At most ${atMost} ${unit.replaceAll("_", " ")} in one application.`;
      return { ...head, kind: "single_rate", atMost, unit, text };
    }
    case "min_volume":
      return {
        ...head,
        kind: "volume",
        atLeastGpa: limit.gpa,
        atMostGpa: null,
        text: `At least ${limit.gpa} gallons of spray per acre.`,
      };
    case "wind_range": {
      const { minMph, maxMph } = limit;
      const text = minMph === null ? `Wind of at most ${maxMph} mph.` : `Wind from ${minMph} to ${maxMph} mph.`;
      return { ...head, kind: "wind", minMph, maxMph, text };
    }
    case "not_checked":
      return { ...head, kind: "unjudged", text: limit.text };
  }
}
