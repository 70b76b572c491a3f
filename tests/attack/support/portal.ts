import { vi } from "vitest";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { saved } from "@/tests/contract/v2/compliance/support";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { access, opaqueOf } from "@/tests/contract/v2/portal/support";
import { type FaultyLine, startLine } from "@/tests/faults/proxy";
import { makeCaller, type Caller } from "@/tests/support/api";

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

/** A built server whose line to the database can fail, and a field of a new provider in its portal. */
export interface PortalOnLine {
  line: FaultyLine;
  target: Target;
  caller: Caller;
  /** The path of a link, and the page that it leads to. */
  link: string;
  page: PortalPage;
  close: () => Promise<void>;
}

export async function startPortalOnLine(name: string, env: Record<string, string> = {}): Promise<PortalOnLine> {
  const url = String(process.env.DATABASE_URL);
  const line = await startLine(Number(new URL(url).port));
  await loadGround();
  const caller = await makeCaller(name);
  const { id } = await saved(caller, { provider_field_id: name });
  const link = `/portal/f/${opaqueOf((await access(caller, id)).portal_url)}`;
  const target = await startTarget({ env: { DATABASE_URL: line.through(url), ...env } });
  const close = async (): Promise<void> => {
    await target.stop();
    line.close();
  };
  return { line, target, caller, link, page: await openPortal(target, link), close };
}
