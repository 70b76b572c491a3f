import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "@/bench/support/build";
import { startTarget, type Target } from "@/tests/attack/support/server";

let target: Target;
beforeAll(async () => {
  target = await startTarget({ env: { PAGES_AT_ONCE: "1" } });
});
afterAll(() => target.stop());

/** By the name that its module exports it under. */
function actionIdOf(name: string): string {
  const file = readFileSync(join(ROOT, ".next/server/server-reference-manifest.json"), "utf8");
  const { node } = JSON.parse(file) as { node: Record<string, { exportedName: string }> };
  const [id = ""] = Object.entries(node).find(([, { exportedName }]) => exportedName === name) ?? [];
  return id;
}

it("a form that leads to another page does not wait for that page's turn with its own", async () => {
  const answer = await fetch(`${target.url}/console/account`, {
    method: "POST",
    headers: { "Next-Action": actionIdOf("signOut"), "Content-Type": "text/plain;charset=UTF-8", Origin: target.url },
    body: "[]",
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-action-redirect")).toContain("/console/sign-in");
  // What Next fetched of the page meanwhile: without it the answer is empty.
  expect(await answer.text()).toContain("sign-in");
  expect((await fetch(`${target.url}/docs`)).status).toBe(200);
}, 170_000);
