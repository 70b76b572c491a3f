import { utcDay } from "@/lib/domain/calendar";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { readRecheckSince } from "@/lib/usecases/portal/read-recheck";
import type { PortalSession } from "@/lib/usecases/portal/session";
import type { RecheckView } from "@/lib/views/portal/overview";
import { dayInWords } from "@/lib/views/words";

/** Said above the answer where newer limitation areas give this application another one; null: they do not. */
export async function readRecheck(session: PortalSession, place: OpenFieldYear): Promise<RecheckView | null> {
  const since = await readRecheckSince(session, place);
  if (since === null) return null;
  return {
    title: `EPA's limits for this field changed on ${dayInWords(utcDay(since))}: check again`,
    text:
      "This page still shows the answer from before that day, and the new limits give another one. Do not spray by this " +
      `page. Ask ${session.branding.name} to check this application again.`,
  };
}
