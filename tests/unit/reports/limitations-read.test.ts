import { expect, it } from "vitest";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";
import { readsOfTexts } from "@/lib/usecases/reports/limitations-read";
import { pulaOf } from "../engine/facts";

const answerWith = (...texts: string[]) => ({
  products: [
    {
      pulas: [
        {
          ...pulaOf(121, []),
          limitations: texts.map((text) => ({ limitationId: 7, code: "DC125", text, mitigationOptions: [] })),
        },
      ],
    },
  ],
});
const mark = { product: "264-1241", pulaId: 121, limitationId: 7, reviewedAt: "2026-05-01T10:00:00.000Z" };
const read = { ...mark, textHash: hashOfText("Leave 50 feet.") };

it("a mark stands in a report for the text that was read, and for no later one of the same number", () => {
  expect(readsOfTexts([read], answerWith("Leave 50 feet."))).toEqual([mark]);
  expect(readsOfTexts([read], answerWith("Leave 300 feet."))).toEqual([]);
  expect(readsOfTexts([read], null)).toEqual([]);
});

it("of another area a mark says nothing", () => {
  expect(readsOfTexts([{ ...read, pulaId: 122 }], answerWith("Leave 50 feet."))).toEqual([]);
});

it("of a number that stands for two texts of the answer nothing is said: one of them may have been opened by no one", () => {
  expect(readsOfTexts([read], answerWith("Leave 50 feet.", "Leave 300 feet."))).toEqual([]);
  expect(readsOfTexts([read], answerWith("Leave 50 feet.", "Leave 50 feet."))).toEqual([mark]);
});
