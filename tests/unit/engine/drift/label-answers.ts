import type { DriftComputation } from "@/lib/domain/drift";
import type { CatalogueProduct } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { factsOf, submittedOf } from "../facts";
import { claimOf, computed, type LabelCase } from "./drift-cases";

/** From a check to its buffers, as at the sprayer: products and rules come of the assessment, labels as `change` leaves them. */
export function answerTo(
  { input }: LabelCase,
  change: (record: CatalogueProduct) => CatalogueProduct = (record) => record,
): DriftComputation {
  const { method, dropletSize, boomHeight } = input;
  const products = input.products.map(({ epaNumber, ...members }) => submittedOf(epaNumber, members));
  const weather = {
    windDirectionDeg: input.windFromDeg ?? 0,
    windSpeedMph: input.windMph,
    temperatureF: null,
    humidityPercent: input.humidityPercent ?? null,
  };
  const facts = factsOf(products, { application: { method, dropletSize, boomHeight, gpa: 15 }, weather });
  const resolved = facts.products.map((found) => ({
    ...found,
    record: found.record === null ? null : change(found.record),
  }));
  return computed({
    ...assess({ ...facts, products: resolved }).driftRules,
    setup: { method, dropletSize, boomHeight, gpa: 15 },
    weather,
    claims: (input.claims ?? []).map(claimOf),
  });
}
