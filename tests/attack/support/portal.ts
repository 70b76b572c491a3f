import { vi } from "vitest";
import type { Target } from "@/tests/attack/support/server";

/** A page of the portal, and the cookie that it is opened with. */
export interface PortalPage {
  path: string;
  cookie: string;
}

/**
 * Follows a link until the server does: the first request of a new one may be late on a busy machine, and is refused then. Without an address
 * the page would be the first one of the service, which is shown whatever becomes of the database.
 */
export const openPortal = ({ url }: Target, link: string): Promise<PortalPage> =>
  vi.waitFor(
    async () => {
      const { status, headers } = await fetch(`${url}${link}`, { redirect: "manual" });
      const path = headers.get("location");
      if (path === null) throw new Error(`the link was answered ${status}`);
      const cookie = headers.getSetCookie().map((each) => each.split(";", 1)[0]);
      return { path, cookie: cookie.join("; ") };
    },
    { timeout: 120_000, interval: 500 },
  );
