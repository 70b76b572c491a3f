import { readRecheck } from "@/lib/pages/portal/recheck";
import { getDeps } from "@/lib/runtime/deps";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import type { Caller } from "@/tests/support/api";

/** What the overview of an application in the portal says of it above the answer, now or at another moment. */
export async function portalLine(
  caller: Caller,
  applicationEventId: string,
  moment: Date | null = null,
): Promise<string | null> {
  const [row] = await sql<{ field: string }>(
    caller.providerId,
    "SELECT field_id AS field FROM application WHERE application_event_id = $1",
    [applicationEventId],
  );
  const { grant, cookie } = await openBrowser(caller, applicationEventId);
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId: row?.field ?? "" };
  const opened = await openFieldYear(await getDeps(), asked, { applicationEventId, year: null });
  if (opened === null) throw new Error("the session does not stand");
  const { session, place } = opened;
  const deps = moment === null ? session.pass.deps : { ...session.pass.deps, clock: () => moment };
  return (await readRecheck({ ...session, pass: { ...session.pass, deps } }, place))?.title ?? null;
}
