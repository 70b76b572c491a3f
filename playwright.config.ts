import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./tests/support/chromium";

const port = Number(process.env.E2E_PORT ?? 3917);
/** A demonstration that runs already, such as `npm run dev`; without it the tests start their own. */
const running = process.env.E2E_BASE_URL;

export default defineConfig({
  testDir: "tests/e2e",
  // Waits end when their condition holds; these limits are for a machine with many times its load. A test of 25 s on a
  // quiet one has taken more than 180 s.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  // Every test works in a field of its own, so that files may run beside each other.
  workers: 2,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [["list"]] : [["list"], ["json"]],
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    launchOptions: {
      ...CHROMIUM,
      args: [
        ...CHROMIUM.args,
        // The map draws by WebGL, which has no processor of its own here.
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        // Everything else is drawn without the detour over it: the map's tests take two thirds of the processor time so.
        "--disable-gpu-compositing",
        "--disable-gpu-rasterization",
      ],
    },
  },
  // The demonstration itself, from nothing, as a user starts it.
  ...(running === undefined && {
    webServer: {
      command: "node scripts/start.mjs",
      env: { PORT: String(port) },
      url: `http://localhost:${port}/api/health`,
      timeout: 600_000,
      gracefulShutdown: { signal: "SIGTERM" as const, timeout: 30_000 },
      reuseExistingServer: false,
    },
  }),
});
