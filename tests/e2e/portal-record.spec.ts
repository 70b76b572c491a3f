import { expect, test } from "@playwright/test";
import { countOf, readAir, readings, refillAsBefore, STRYAX } from "./record-support";
import { apiKey, check, complaints, goTo, openLink, setTheme, shoot, violations } from "./support";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test("a record that is written without a network is kept, signed and locked, and what comes later stands beside it", async ({
  page,
  context,
}) => {
  const heard = complaints(page);
  const { url, applicationEventId: id } = await check(page.request, STRYAX);
  await openLink(page, url);
  await expect(page.locator("[data-kept=all]")).toBeVisible({ timeout: 60_000 });
  await goTo(page, "record");
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  const before = await countOf(page);
  await shoot(page, "record-empty");
  expect(await violations(page)).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await readAir(page, "Start", 7);
  await readAir(page, "Refill", 12);
  await refillAsBefore(page);
  await refillAsBefore(page);
  await expect(readings(page)).toHaveCount(4);
  await page.getByRole("button", { name: "End", exact: true }).click();
  await shoot(page, "record-form");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save end" }).click();
  await page.getByLabel("Certified applicator, full name").fill("Jo Field");
  await page.getByLabel("Certification number", { exact: true }).fill("IL-12345");
  await page.getByRole("button", { name: "Save what you wrote" }).click();
  // The meter counts what waits: both names, both times, the wind. The temperature's item has the forecast too.
  await expect.poll(() => countOf(page)).toBe(before + 5);
  await page.reload();
  await expect(readings(page)).toHaveCount(5);
  await expect(page.getByText("(on this device)").first()).toBeVisible();
  await shoot(page, "record-offline");

  await context.setOffline(false);
  await expect(page.getByText("(on this device)")).toHaveCount(0);
  // True, outside the label's wind, and kept.
  await expect(page.getByText("Wind from 3 to 10 mph at boom height.").first()).toBeVisible();
  await expect.poll(() => countOf(page)).toBe(before + 5);
  await page.getByLabel("Name of the applicator").fill("Jo Field");
  await page.getByRole("button", { name: "Sign and lock" }).click();
  await expect(page.getByText("Signed and locked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign and lock" })).toHaveCount(0);
  await readAir(page, "Refill", 6);
  await expect(page.getByRole("heading", { name: "Added after the signature" })).toBeVisible();
  await expect(readings(page)).toHaveCount(5);
  for (const theme of ["light", "dark", "sunlight"] as const) {
    await setTheme(context, theme);
    await page.reload();
    await shoot(page, `record-signed-${theme}`);
    expect(await violations(page), theme).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, "record-signed-wide");

  const answer = await page.request.get(`/api/v2/applications/${id}/record`, { headers: apiKey() });
  const { entries, signed } = (await answer.json()) as { entries: { is_addition: boolean }[]; signed: unknown };
  expect(signed).toMatchObject({ by: "Jo Field" });
  expect(entries.map(({ is_addition }) => is_addition)).toEqual([...Array.from({ length: 7 }, () => false), true]);
  expect(heard.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});
