import { test as base, type Browser, type BrowserContext } from "@playwright/test";

interface Devices {
  /**
   * `saves-data`: a device whose reader asked it to save data, so that the offline worker keeps what is opened and no more.
   * `keeps-all`: one that keeps the whole field, with every page, script, and tile. That costs a test more than its own
   * pages do, so it is for tests about what is kept and what works without a network.
   */
  device: "saves-data" | "keeps-all";
  /** Another browser profile on such a device. It is closed when the test ends. */
  newContext: Browser["newContext"];
}

/** The `test` of every browser test. */
export const test = base.extend<Devices>({
  device: ["saves-data", { option: true }],
  context: async ({ context, device }, give) => {
    if (device === "saves-data") await saveData(context);
    await give(context);
  },
  newContext: async ({ browser, device }, give) => {
    const opened: BrowserContext[] = [];
    await give(async (options) => {
      const context = await browser.newContext(options);
      opened.push(context);
      if (device === "saves-data") await saveData(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

/** What the page reads of the device's own setting. Chromium's override of it for tests does not reach a page's worker. */
const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { connection } = navigator as { connection?: object };
    if (connection !== undefined) Object.defineProperty(connection, "saveData", { value: true });
  });
