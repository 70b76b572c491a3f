import { utcDay } from "@/lib/domain/calendar";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { readRecheckSince } from "@/lib/usecases/portal/read-recheck";
import type { PortalSession } from "@/lib/usecases/portal/session";
import type { RecheckView } from "@/lib/views/portal/overview";
import { dayInWords } from "@/lib/views/words";

/** What was switched, in words. */
const CHANGED = {
  pula: { what: "EPA's limits for this field", newer: "the new limits give another one" },
  catalogue: { what: "What is known of these products' labels", newer: "what is known now gives another one" },
} as const;

/** Said above the answer where newer areas or labels give this application another one; null: they do not. */
export async function readRecheck(session: PortalSession, place: OpenFieldYear): Promise<RecheckView | null> {
  const since = await readRecheckSince(session, place);
  if (since === null) return null;
  const { what, newer } = CHANGED[since.kind];
  return {
    title: `${what} changed on ${dayInWords(utcDay(since.switchedAt))}: check again`,
    text:
      `This page still shows the answer from before that day, and ${newer}. Do not spray by this page. ` +
      `Ask ${session.branding.name} to check this application again.`,
  };
}
