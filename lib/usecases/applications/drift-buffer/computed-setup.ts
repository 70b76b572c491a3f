import type { Weather } from "@/lib/domain/drift";
import type { ComputedWith } from "@/lib/domain/drift-saved";
import type { SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";

/**
 * The air and the setup of a saved computation, to judge by them again: what is sprayed by its buffer is sprayed so. Missing data:
 * what a record of an earlier form left out is as it was checked.
 */
export function computedSetup({ inputs, effectiveRates, details }: ComputedWith): {
  weather: Weather;
  setup: SetupPatch;
} {
  const { method, dropletSize, boomHeight, gpa, ...weather } = inputs;
  const rateUpdates = effectiveRates.map(
    ({ productIndex, epaNumber, rate, rateUnit, rateUnitState, rowSpacingInches }) => ({
      ...{ productIndex, epaNumber, rate, rateUnit },
      rateUnitState: rateUnitState ?? undefined,
      rowSpacingInches: rowSpacingInches ?? undefined,
    }),
  );
  return { weather, setup: { method, dropletSize, boomHeight, gpa, details, rateUpdates } };
}
