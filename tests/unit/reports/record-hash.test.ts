import { describe, expect, it } from "vitest";
import { recordHashIn } from "@/lib/domain/report";

const HASH = "0123456789abcdef".repeat(4);

describe("the number of a report, within what someone typed or copied", () => {
  it.each([
    ["alone", HASH],
    ["as it is printed, in two parts", `${HASH.slice(0, 32)} ${HASH.slice(32)}`],
    ["broken at the end of a line, in capitals", `${HASH.slice(0, 50)}\n  ${HASH.slice(50)}\n`.toUpperCase()],
    ["with its label", `Record SHA-256: ${HASH}`],
    ["as an address", `https://hedgerow.example/verify/${HASH}`],
    ["as the address of a page below it", `https://hedgerow.example/verify/${HASH}/report`],
  ])("is found %s", (_, text) => {
    expect(recordHashIn(text)).toBe(HASH);
  });

  it.each([
    ["nothing", ""],
    ["its beginning", HASH.slice(0, 16)],
    ["a digit too few", HASH.slice(1)],
    ["a digit too many", `${HASH}0`],
    ["a letter that is none of its own", `${HASH.slice(1)}g`],
    ["a number of another kind, with more behind it", `${HASH}${HASH}`],
  ])("is not taken from %s", (_, text) => {
    expect(recordHashIn(text)).toBeNull();
  });
});
