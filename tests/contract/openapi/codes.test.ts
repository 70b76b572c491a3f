import { expect, it } from "vitest";
import * as errorCodesRoute from "@/app/api/v2/error-codes/route";
import * as issueCodesRoute from "@/app/api/v2/issue-codes/route";
import { errorCodesResponse, issueCodesResponse } from "@/lib/contracts/v2/codes";
import { ERROR_CODES, PROBLEMS } from "@/lib/domain/errors";
import { ISSUE_CODES, ISSUES } from "@/lib/domain/issues";
import { codesPage } from "@/lib/documentation/codes";
import { answer, call } from "@/tests/support/api";

const read = (handler: typeof issueCodesRoute.GET, headers: Record<string, string> = {}) =>
  call(handler, null, { method: "GET", headers });

it("lists every issue code without a key, with what it does to a status", async () => {
  const { issue_codes: entries } = await answer(await read(issueCodesRoute.GET), issueCodesResponse);
  expect(entries.map(({ code }) => code)).toEqual(ISSUE_CODES);
  for (const { code, effect, example, leaves_processing_incomplete: incomplete } of entries) {
    expect([effect, incomplete], code).toEqual([ISSUES[code].effect, ISSUES[code].incomplete]);
    expect(example.effect === "informs", code).toBe(effect === "none");
    expect(example.code).toBe(code);
  }
});

it("lists every error code without a key, with each status and whether trying again can help", async () => {
  const { error_codes: entries } = await answer(await read(errorCodesRoute.GET), errorCodesResponse);
  expect(entries.map(({ code }) => code)).toEqual(ERROR_CODES);
  const cases = entries.flatMap(({ code, cases: each }) => each.map((one) => ({ code, ...one })));
  const wanted = Object.values(PROBLEMS).map(({ retryAfterS, ...rest }) => ({
    ...rest,
    retry_after_seconds: retryAfterS,
  }));
  expect(cases).toHaveLength(wanted.length);
  expect(cases).toEqual(expect.arrayContaining(wanted));
  for (const { code, example } of entries) expect(example.error.code).toBe(code);
});

it("says the same as the page that doc_url leads to, and is not sent twice", async () => {
  const { markdown } = codesPage();
  for (const { GET } of [issueCodesRoute, errorCodesRoute]) {
    const whole = await read(GET);
    const entries = Object.values((await whole.json()) as Record<string, { meaning: string; remedy: string }[]>).flat();
    for (const { meaning, remedy } of entries) {
      expect(markdown).toContain(`${meaning}\n\n**Effect:**`);
      expect(markdown).toContain(`**What to do:** ${remedy}`);
    }
    const again = await read(GET, { "If-None-Match": whole.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
});
