import { existsSync } from "node:fs";

/** Debian's Chromium without windows, which `npm test` installs; the desktop's does where that cannot be had. */
const [HEADLESS, DESKTOP] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Debian's Chromium, as it is started on a machine without a network of its own. */
export const CHROMIUM = {
  executablePath: existsSync(HEADLESS) ? HEADLESS : DESKTOP,
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
  ],
};
