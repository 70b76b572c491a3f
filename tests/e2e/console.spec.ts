import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { keyPrefix } from "@/lib/auth/api-key-format";
import { hasRight, OPERATOR_ROLES, type OperatorRight } from "@/lib/domain/operator";
import { CONSOLE_PAGES } from "@/lib/views/console/pages";
import { THEME_COOKIE } from "@/lib/views/portal/pages";
import { test } from "@/tests/e2e/fixture";
import { operatorOf, runData, signIn } from "@/tests/e2e/console-support";
import {
  apiKey,
  check,
  complaints,
  overflow,
  PORTAL_THEMES,
  shoot,
  smallTargets,
  violations,
} from "@/tests/e2e/support";

for (const javaScriptEnabled of [true, false]) {
  test(`an operator creates a provider, hands out a key, rotates it, and finds it all in the log, ${
    javaScriptEnabled ? "with scripts" : "without"
  }`, async ({ browser, baseURL, request }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const heard = complaints(page);
    await signIn(page, operatorOf("operator"));
    const id = `acme-${randomUUID().slice(0, 8)}`;
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Providers" }).click();
    await page.getByRole("link", { name: "New provider" }).click();
    await page.getByLabel("Provider id").fill("not an id");
    await page.getByLabel("Name", { exact: true }).fill("Acme Farm Software");
    await page.getByRole("button", { name: "Create provider" }).click();
    await expect(page.getByText("A provider id has 1 to 200 letters")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true }), "what was typed stands").toHaveValue("Acme Farm Software");
    if (javaScriptEnabled) await expect(page.getByRole("button", { name: "Create provider" })).toBeFocused();
    await page.getByLabel("Provider id").fill(id);
    await page.getByRole("button", { name: "Create provider" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Farm Software");

    const keys = page.locator("#keys");
    await keys.getByRole("button", { name: "Issue key" }).click();
    const shown = keys.locator("code", { hasText: /^esa_test_\w{33}$/ });
    const first = (await shown.textContent()) ?? "";
    const isAccepted = async (key: string) =>
      (
        await request.get(`/api/v2/applications/${randomUUID()}/compliance`, { headers: { "X-API-Key": key } })
      ).status() === 404;
    expect(await isAccepted(first)).toBe(true);
    expect(await isAccepted(first.replace(/.$/, "-"))).toBe(false);
    // A fresh visit: without scripts, to reload the page would be to send its form again.
    await page.goto(page.url());
    await expect(shown, "a key is shown once").toHaveCount(0);

    await keys.getByRole("button", { name: "Rotate key" }).click();
    await expect(keys.getByText(/The old key works until/)).toBeVisible();
    const second = (await shown.textContent()) ?? "";
    expect(second).not.toBe(first);
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true]);

    await page.goto(page.url());
    const prefix = keyPrefix(second);
    const live = keys.getByRole("region", { name: `Key ${prefix}` });
    await expect(live).toContainText(`Every request of ${id} with this key is refused within a minute.`);
    await shoot(page, `console-confirm-${javaScriptEnabled ? "script" : "plain"}`);
    for (const typed of ["yes", prefix]) {
      await live.getByLabel(`Type ${prefix} to revoke this key`).fill(typed);
      await live.getByRole("button", { name: "Revoke key now" }).click();
      if (typed === prefix) break;
      await expect(page.getByText(`Type ${prefix} to confirm. Nothing was changed.`)).toBeVisible();
      expect(await isAccepted(second), "nothing was changed").toBe(true);
    }
    await expect(keys.getByRole("row").filter({ hasText: prefix })).toContainText("Revoked");
    await expect.poll(() => isAccepted(second)).toBe(false);

    await page.getByRole("link", { name: "Audit log" }).click();
    for (const words of [`created provider ${id}`, "issued key", "rotated key", "revoked key", "signed in as"]) {
      await expect(page.getByText(words).first()).toBeVisible();
    }
    await page.goto("/console/audit?actor=no-one&object=");
    await expect(page.getByText("No entry has all of this")).toBeVisible();
    await expect(page.getByLabel("Who"), "what the list is narrowed by stands beside it").toHaveValue("no-one");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await page.goto("/console/audit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hedgerow console");
    expect(heard.filter((line) => !line.includes("404"))).toEqual([]);
    await context.close();
  });
}

test("a viewer sees the providers and finds no way to change one", async ({ page }) => {
  await signIn(page, operatorOf("viewer"));
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await page.goto("/console/providers/demo-provider");
  await expect(page.locator("#keys")).toContainText("esa_test_");
  await expect(page.locator("main form")).toHaveCount(0);
  await page.goto("/console/audit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your role does not include this page");
});

test("a rule editor finds an open fact by the filter and signs it with the keyboard, and the log names them", async ({
  page,
  browser,
  baseURL,
}) => {
  const editor = operatorOf("rule_editor");
  await signIn(page, editor);
  await page.goto("/console/labels");
  await page.getByLabel("Number, brand, or registrant").fill("liberty ultra");
  await page.getByLabel("With facts").selectOption("Read by one");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Liberty ULTRA" }).click();
  const fact = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Runoff points" }) });
  await expect(fact).toContainText("“");
  await expect(fact.getByRole("link")).toHaveAttribute("href", /^https:/);
  await fact.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(fact.getByLabel("What the label says")).toBeVisible();
  await fact.getByLabel("Page or section").fill("page 7");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You are the second reader of this fact")).toBeVisible();
  await page.getByLabel("Show").selectOption("Signed, not in the files yet");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("Second reader Ada Lovelace agrees, page 7").first()).toBeVisible();

  const operator = await browser.newPage({ baseURL: baseURL ?? "" });
  await signIn(operator, operatorOf("operator"));
  await operator.goto(`/console/audit?actor=${editor}`);
  await expect(operator.getByText("signed a fact of label labels/7969-500/2024-12-06")).toBeVisible();
  await operator.goto("/console/labels/7969-500");
  await expect(operator.getByText("Second reader Ada Lovelace").first()).toBeVisible();
  await expect(operator.getByText("Sign as second reader")).toHaveCount(0);
  await operator.close();
  // The fact is as it was, for the next run over the same demonstration.
  await fact.getByRole("button", { name: "Take my word back" }).click();
  await expect(page.getByText("Your word is taken back.")).toBeVisible();
});

test("an operator finds a refused request by its id, and the provider's refusals by code", async ({
  page,
  request,
}) => {
  const requestId = `trace-${randomUUID()}`;
  const answer = await request.post("/api/v2/esa-check", {
    headers: { ...apiKey(), "X-Request-ID": requestId },
    data: { products: [{ product_name: 7 }] },
  });
  expect(answer.status()).toBe(422);
  await signIn(page, operatorOf("viewer"));
  await page.goto("/console/look-up");
  await page.getByLabel("Request id").fill(requestId);
  // The row is written a moment after the answer.
  await expect(async () => {
    await page.getByRole("button", { name: "Find the request" }).click();
    await expect(page.getByRole("row", { name: /demo-provider/ })).toContainText("422 INVALID_REQUEST", {
      timeout: 5_000,
    });
  }).toPass();
  await page.goto("/console/providers/demo-provider/usage");
  await expect(page.getByRole("row").filter({ hasText: requestId })).toContainText("POST /api/v2/esa-check");
  await expect(page.getByRole("link", { name: "INVALID_REQUEST" })).toBeVisible();
});

test("an operator finds an answered request by its id, and from there the application with all its answers", async ({
  page,
  request,
}) => {
  const requestId = `trace-${randomUUID()}`;
  const { applicationEventId, body } = await check(request, {}, 0, { "X-Request-ID": requestId });
  await signIn(page, operatorOf("viewer"));
  await page.goto("/console/look-up");
  await page.getByLabel("Request id").fill(requestId);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: /demo-provider/ });
  await expect(row).toContainText(applicationEventId);
  await expect(page.getByText(/No refused request of a provider has this id\./)).toBeVisible();
  const status = (await row.getByRole("cell").nth(1).innerText()).trim();
  await row.getByRole("link", { name: applicationEventId }).click();
  await expect(page.getByRole("heading", { level: 2, name: body.field_name })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: body.application_id })).toBeVisible();
  await expect(page.getByRole("table", { name: "What was answered, newest first" })).toContainText(status);
});

test("a figure of the rule tables is found by word and state, with the source to compare it with", async ({ page }) => {
  await signIn(page, operatorOf("viewer"));
  await page.goto("/console/rules");
  await page.getByLabel("Word, figure, or source").fill("low_slope");
  await page.getByLabel("Table").selectOption("epa-runoff-menu-2025-04-30");
  await page.getByLabel("Rows").selectOption("Sources differ");
  await page.getByRole("button", { name: "Search" }).click();
  const row = page.getByRole("row", { name: /low_slope/ });
  await expect(row).toContainText("points: 2");
  await expect(row).toContainText("Settled by: EPA's Mitigation Menu point table");
  await expect(row.getByRole("listitem").first()).toContainText("compared on 2026");
});

test("an operator switches a data set and rolls it back, and the worker does both", async ({ page }) => {
  const version = `again-${randomUUID().slice(0, 8)}`;
  runData("import", "county", "us-atlas", "--version", version);
  await signIn(page, operatorOf("operator"));
  const rowOf = (name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  /** What the page of a set says once the worker is done. */
  const isInForce = (name: string) =>
    expect(async () => {
      await page.goto("/console/data");
      await expect(rowOf(name)).toContainText("In force", { timeout: 5_000 });
    }).toPass();
  await page.goto("/console/data");
  const earlier = page.getByRole("rowheader", { name: /^demo-us-atlas/ });
  const before = await earlier.innerText();
  const toSwitch = rowOf(version).getByRole("link", { name: `Switch ${version}` });
  expect(await linesOf(toSwitch), "no word is broken").toBe(1);
  await toSwitch.click();
  const others = page.getByRole("table", { name: "Sets of this kind that the switch changes" });
  await expect(others.getByRole("row", { name: before })).toContainText("No longer in force");
  await expect(page.getByRole("row", { name: /^location/ })).toContainText("Passed");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await shoot(page, `console-switch-${width}`);
  }
  await page.getByLabel(`Type ${version} to confirm`).fill("another");
  await page.getByRole("button", { name: "Switch" }).click();
  // The refusal, not the field's label, which says nearly the same: what is typed before it has come is replaced by it.
  const refusal = page.getByText(`Type ${version} to confirm.`, { exact: true });
  await expect(refusal, "nothing is switched by mistake").toBeVisible();
  await page.getByLabel(`Type ${version} to confirm`).fill(version);
  await page.getByRole("button", { name: "Switch" }).click();
  await expect(page.getByText(`The worker has been asked for ${version}`)).toBeVisible();
  await isInForce(version);
  await rowOf(before).getByRole("link", { name: "Roll back" }).click();
  await page.getByLabel(`Type ${before} to confirm`).fill(before);
  await page.getByRole("button", { name: "Roll back" }).click();
  await isInForce(before);
  await shoot(page, "console-rolled-back");
});

/** How many lines the first words of a link or button take. */
const linesOf = (pressed: Locator): Promise<number> =>
  pressed.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.firstChild ?? element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test("an address that is about nothing says what is not there, within the console, and leads on", async ({ page }) => {
  await signIn(page, operatorOf("viewer"));
  for (const [path, words, link, to] of [
    ["/console/providers/no-such-id", "There is no provider no-such-id.", "All providers", "/console/providers"],
    [
      "/console/data/pula/never-loaded",
      "There is no data set never-loaded of this kind.",
      "All data sets",
      "/console/data",
    ],
    ["/console/operators/ada", "The console has no page /console/operators/ada.", "Overview", "/console"],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not found");
    await expect(page.getByText(words)).toBeVisible();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await shoot(page, `console-not-found-${width}`);
    }
    expect(await smallTargets(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(new RegExp(`${to}$`));
  }
});

test("products of one brand, and the sources of their facts, have links of different names", async ({ page }) => {
  await signIn(page, operatorOf("viewer"));
  await page.goto("/console/labels?q=engenia");
  const products = await page.getByRole("rowheader").getByRole("link").allTextContents();
  expect(products.length).toBeGreaterThan(1);
  expect(new Set(products).size).toBe(products.length);
  await page.goto("/console/labels/7969-500");
  const facts = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
  const [heading] = await facts.first().getByRole("heading").allTextContents();
  await expect(facts.first().getByRole("link").first()).toContainText(`, ${heading ?? ""}`);
});

/** Pages below the menu's, with the right that each asks for. */
const DEEPER: { href: string; right: OperatorRight }[] = [
  { href: "/console/labels/7969-500", right: "read" },
  { href: "/console/labels/7969-500/compare", right: "read" },
  { href: "/console/providers/new", right: "manage_providers" },
  { href: "/console/providers/demo-provider", right: "read" },
  { href: "/console/providers/demo-provider/usage", right: "read" },
  { href: "/console/providers/demo-provider/webhooks", right: "read" },
];

/** The page of the set of areas in force, whose name the demonstration chooses. */
async function setInForce(page: Page): Promise<string> {
  await page.goto("/console/data");
  const row = page.getByRole("row").filter({ hasText: "In force" }).first();
  const version = await row.getByRole("rowheader").innerText();
  const kinds = ["basemap", "catalogue", "county", "features", "pula", "soil"];
  for (const kind of kinds) {
    const href = `/console/data/${kind}/${encodeURIComponent(version.trim())}`;
    if ((await page.request.get(href)).ok()) return href;
  }
  throw new Error(`there is no page of ${version}`);
}

for (const role of OPERATOR_ROLES) {
  test(`the role ${role} gets the pages that are its own, and is refused the others`, async ({ page }) => {
    const heard = complaints(page);
    await signIn(page, operatorOf(role));
    const menu = page.getByRole("navigation", { name: "Console" }).getByRole("link");
    const own = CONSOLE_PAGES.filter(({ right }) => hasRight(role, right));
    await expect(menu).toHaveText(own.map(({ title }) => title));
    const set = { href: await setInForce(page), right: "read" as const };
    for (const { href, right } of [...CONSOLE_PAGES, ...DEEPER, set]) {
      await page.goto(href);
      const refusal = page.getByRole("heading", { level: 1, name: "Your role does not include this page" });
      await expect(page.getByRole("heading", { level: 1 }), href).toHaveCount(1);
      await expect(refusal, `${role} at ${href}`).toHaveCount(hasRight(role, right) ? 0 : 1);
    }
    // On a phone the menu is folded, and opens without a script.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(menu.last()).toBeHidden();
    await page.getByText("and other pages").click();
    await expect(menu.last()).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 740 });
    // The menu by keyboard: the last link of the role leads where it says.
    await menu.last().focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${own.at(-1)?.href ?? ""}$`));
    expect(heard).toEqual([]);
  });
}

test("a form that is not answered in time leaves a page that says so, and the page itself at the next try", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, operatorOf("operator"));
  await page.goto("/console/providers/new");
  // As the server before Next answers by the deadline (tests/attack/pages-frozen.test.ts).
  const late = { status: 503, contentType: "text/plain", body: "The service did not answer in time." };
  await page.route("**/console/providers/new", (route) =>
    route.request().method() === "POST" ? route.fulfill(late) : route.continue(),
  );
  const id = `late-${randomUUID().slice(0, 8)}`;
  await page.getByLabel("Provider id").fill(id);
  await page.getByLabel("Name", { exact: true }).fill("Late");
  await page.getByRole("button", { name: "Create provider" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be shown");
  await expect(page.getByText("look whether it was saved")).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await shoot(page, "console-late");
  await page.getByRole("button", { name: "Load the page again" }).click();
  await expect(page.getByLabel("Provider id")).toBeVisible();
});

test("the console has no fault that axe finds, nothing cut off, and no small target", async ({
  page,
  context,
  baseURL,
}) => {
  const heard = complaints(page);
  await page.goto("/console/sign-in");
  expect.soft(await violations(page), "sign-in").toEqual([]);
  await shoot(page, "console-sign-in");
  await signIn(page, operatorOf("operator"));
  const paths = [
    ...CONSOLE_PAGES.map(({ href }) => href),
    ...DEEPER.map(({ href }) => href),
    await setInForce(page),
    "/console/providers/demo-provider?accent=%23cc3366",
  ];
  for (const [index, path] of paths.entries()) {
    // Every theme has its turn on some page; the pages are made of the same parts.
    const theme = PORTAL_THEMES[index % PORTAL_THEMES.length] ?? "auto";
    await context.addCookies([{ name: THEME_COOKIE, value: theme, url: `${baseURL ?? ""}/console` }]);
    for (const [turn, width] of [360, 1280].entries()) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      for (const fold of await page.locator("main summary").all()) await fold.click();
      expect.soft(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
      expect.soft(await smallTargets(page), `${path} at ${width}`).toEqual([]);
      // One width by turns, for the same reason; each theme has its turn at both.
      if (Math.floor(index / PORTAL_THEMES.length) % 2 === turn)
        expect.soft(await violations(page), `${path} at ${width}`).toEqual([]);
      await shoot(page, `console-${path.replaceAll(/\W+/g, "-")}-${width}`);
    }
  }
  expect(heard).toEqual([]);
});
