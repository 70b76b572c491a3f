import { describe, expect, test } from "vitest";
import { assessed, CONDITION_CASES } from "./condition-cases";

describe.each(Object.entries(CONDITION_CASES))("%s", (_, cases) => {
  test.each(cases.map((each) => [each.name, each] as const))("%s", (__, each) => {
    const { issues, unjudged, status } = assessed(each);
    expect(status).toBe(each.expected.status);
    const codes: string[] = issues.map(({ code }) => code);
    for (const code of each.expected.codes) expect(codes).toContain(code);
    for (const code of each.expected.absent ?? []) expect(codes).not.toContain(code);
    const ids = unjudged.map(({ ruleId }) => ruleId.split(":").at(-1));
    for (const id of each.expected.unjudged ?? []) expect(ids).toContain(id);
    for (const found of unjudged) expect(found.source).not.toBe("");
  });
});
