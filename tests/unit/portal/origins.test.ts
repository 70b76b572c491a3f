import { expect, it } from "vitest";
import { countyNote } from "@/lib/engine/runoff/auto-credits";
import { evidenceOf, originOf } from "@/lib/pages/portal/measures/words";
import { inSpanish } from "@/tests/support/spanish";

it("names the county that a credit rests on in the reader's language", () => {
  const said = (): string => originOf("county", null, countyNote("Boone"));
  expect([said(), inSpanish(said)]).toEqual([
    "Found from the map. County: Boone.",
    "Se obtuvo del mapa. Condado: Boone.",
  ]);
  expect(originOf("county", null, null)).toBe("Found from the map.");
});

it("ends what is known of a measure's figure with one period", () => {
  const said = (): string => evidenceOf({ evidence: "secondary", note: "Rests on a single public coding." });
  expect(said()).toBe("Reported. Rests on a single public coding.");
  expect(inSpanish(said)).toBe("Según otra fuente. Se basa en una sola codificación pública.");
  expect(evidenceOf({ evidence: "primary" })).toBe("Read.");
});
