import type { Deps } from "@/lib/runtime/deps";
import { sealReturnUrl, type WayOut } from "@/lib/usecases/portal/session";

/** Where a refused link or session ends. The way back goes along sealed, so that the page leads nowhere else. */
export async function refusalPath(deps: Deps, { returnUrl, isSignedOut }: WayOut): Promise<string> {
  return refusalPathOf(returnUrl === null ? null : await sealReturnUrl(deps, returnUrl), isSignedOut);
}

/** `sealed`: the way back as `sealReturnUrl` makes it; null where there is none. */
export function refusalPathOf(sealed: string | null, isSignedOut: boolean): string {
  const query = new URLSearchParams({
    ...(sealed === null ? {} : { back: sealed }),
    ...(isSignedOut ? { "signed-out": "1" } : {}),
  });
  return query.size === 0 ? "/portal/expired" : `/portal/expired?${query}`;
}
