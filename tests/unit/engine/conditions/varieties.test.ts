import { expect, test } from "vitest";
import { productOf, ratedOf } from "../facts";
import { judgedFor } from "./judged";

/** The varieties that a label is for, by the traits that crop words name. */
const outcomeOn = (registration: string, crop: string[]): string | undefined =>
  judgedFor(ratedOf(productOf(registration)), { crop }).find(({ condition }) => condition.id === "tolerant-varieties")
    ?.outcome.result;

test.each([
  ["264-1241", ["Soybeans"], "unjudged"],
  ["264-1241", ["XtendFlex soybeans"], "unjudged"],
  ["264-1241", ["Dicamba-tolerant cotton"], "unjudged"],
  ["264-1241", ["Enlist E3 soybeans"], "open"],
  ["264-1241", ["Xtend soybean", "LibertyLink soybean"], "open"],
  ["264-1241", ["Roundup Ready soybeans"], "open"],
  ["264-1241", ["Enlist cotton"], "open"],
  ["62719-695", ["Enlist E3 soybeans"], "unjudged"],
  ["62719-695", ["XtendFlex soybeans"], "open"],
  ["7969-500", ["LibertyLink soybeans"], "unjudged"],
  ["7969-500", ["Roundup Ready soybeans"], "open"],
])("%s on %j is %s", (registration, crop, result) => {
  expect(outcomeOn(registration, crop)).toBe(result);
});
