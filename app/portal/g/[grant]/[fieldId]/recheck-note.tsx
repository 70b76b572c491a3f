import { cache } from "react";
import { Notice } from "@/components/ui/notice";
import { readRecheck } from "@/lib/pages/portal/recheck";
import type { Opened } from "@/lib/usecases/portal/field-year";

/** Read once for everything on a page that says it. */
export const recheckOf = cache(readRecheck);

/** Above everything that was worked out from an answer which no longer holds. */
export async function RecheckNote({ session, place }: Opened) {
  const recheck = await recheckOf(session, place);
  return recheck === null ? null : (
    <Notice tone="bad" title={recheck.title}>
      <p>{recheck.text}</p>
    </Notice>
  );
}
