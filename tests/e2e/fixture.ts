import { test as base, type Browser, type BrowserContext } from "@playwright/test";

interface Devices {
  /**
   * `keeps-nothing`: a browser that has no offline worker, as in a private window. Installing it takes a sixth of a test's time.
   * `saves-data`: a device whose reader asked it to save data, so that the offline worker keeps what is opened and no more.
   * `keeps-all`: one that keeps the whole field, with every page, script, and tile. That costs a test more than its own
   * pages do, so it is for tests about what is kept and what works without a network.
   */
  device: "keeps-nothing" | "saves-data" | "keeps-all";
  /**
   * `none`: a device without WebGL, whose pages say the map in words. For tests of a page with a map that have nothing to do
   * with it: without a graphics processor, drawing it takes longer than all else on the page.
   */
  map: "drawn" | "none";
  /** Another browser profile on such a device. It is closed when the test ends. */
  newContext: Browser["newContext"];
}

/** The `test` of every browser test. */
export const test = base.extend<Devices>({
  device: ["keeps-nothing", { option: true }],
  serviceWorkers: async ({ device }, give) => give(workersOf(device)),
  map: ["drawn", { option: true }],
  context: async ({ context, device, map }, give) => {
    await prepare(context, { device, map });
    await give(context);
  },
  newContext: async ({ browser, device, map }, give) => {
    const opened: BrowserContext[] = [];
    await give(async (options) => {
      const context = await browser.newContext({ serviceWorkers: workersOf(device), ...options });
      opened.push(context);
      await prepare(context, { device, map });
      return context;
    });
    for (const context of opened) await context.close();
  },
});

const workersOf = (device: Devices["device"]): "allow" | "block" => (device === "keeps-nothing" ? "block" : "allow");

async function prepare(context: BrowserContext, { device, map }: Pick<Devices, "device" | "map">): Promise<void> {
  if (device === "saves-data") await context.addInitScript(saveData);
  if (map === "none") await context.addInitScript(takeWebGl);
}

/** What the page reads of the device's own setting. Chromium's override of it for tests does not reach a page's worker. */
function saveData(): void {
  const { connection } = navigator as { connection?: object };
  if (connection !== undefined) Object.defineProperty(connection, "saveData", { value: true });
}

function takeWebGl(): void {
  const { prototype } = HTMLCanvasElement;
  const given = Reflect.get(prototype, "getContext") as (...asked: unknown[]) => unknown;
  Object.defineProperty(prototype, "getContext", {
    value(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind.startsWith("webgl") ? null : given.call(this, kind, ...more);
    },
  });
}
