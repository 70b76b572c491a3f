import { expect, it } from "vitest";
import { effectOf, type AttestationQuestion } from "@/lib/domain/attestation";
import { onePerId } from "@/lib/engine/attestations/one-per-id";

const asked = (productIndex: number, condition: string, labelDate: string | null): AttestationQuestion => ({
  questionId: "nozzle_on_list:1-1:nozzles",
  kind: "nozzle_on_list",
  version: 1,
  productIndex,
  subject: "TTI 11004",
  labelDate,
  restsOn: `${condition} of ${labelDate ?? "no date"}`,
  particulars: { productName: `Jug ${productIndex}`, condition },
  effects: {
    yes: effectOf({ settles: [`rule of ${condition}`] }),
    no: effectOf({ frees: [productIndex] }),
  },
});

it("joins questions that are alike, and rests them on every label", () => {
  const [question, ...others] = onePerId([asked(0, "List A.", "2024-01-25"), asked(1, "List A.", null)]);
  expect(others).toEqual([]);
  expect(question).toMatchObject({ productIndex: 0, labelDate: "2024-01-25" });
  expect(question?.restsOn).toBe(JSON.stringify(["List A. of 2024-01-25", "List A. of no date"]));
  expect(question?.effects.yes.settles).toEqual(["rule of List A."]);
  expect(question?.effects.no.frees).toEqual([0, 1]);
});

it("leaves what an answer rests on as it is where the labels are the same", () => {
  const [question] = onePerId([asked(0, "List A.", null), asked(1, "List A.", null)]);
  expect(question?.restsOn).toBe("List A. of no date");
});

it("asks about each edition that says something else, and keeps their answers apart", () => {
  const all = onePerId([
    asked(0, "List A.", "2024-01-25"),
    asked(1, "List B.", "2022-01-11"),
    asked(2, "List C.", null),
  ]);
  expect(all.map(({ questionId, productIndex }) => [questionId, productIndex])).toEqual([
    ["nozzle_on_list:1-1:nozzles", 0],
    ["nozzle_on_list:1-1:nozzles:2022-01-11", 1],
    ["nozzle_on_list:1-1:nozzles:undated", 2],
  ]);
  expect(all[1]?.effects.yes.settles).toEqual(["rule of List B."]);
});
