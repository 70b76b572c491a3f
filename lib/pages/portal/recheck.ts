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
  tables: { what: "EPA's runoff points or the rules we apply", newer: "the rules of today give another one" },
} as const;

/** What ends, in words, and what there is to do about it. */
const ENDS = {
  bulletin_ends: {
    what: "EPA's bulletin for this field",
    why: "A bulletin holds for six months, and this application comes after that.",
  },
  label_ends: {
    what: "The label of a product",
    why: "This application comes after the last day of that label.",
  },
  registration_ends: {
    what: "The registration of a product",
    why: "A product may not be used once its registration has ended, and this application comes after that day.",
  },
} as const;

/** Said above the answer where newer data gives this application another one, or what it rests on ends; null: neither. */
export async function readRecheck(session: PortalSession, place: OpenFieldYear): Promise<RecheckView | null> {
  const open = await readRecheckSince(session, place);
  if (open === null) return null;
  const provider = session.branding.name;
  if (open.switched !== null) {
    const { what, newer } = CHANGED[open.switched.kind];
    return {
      title: `${what} changed on ${dayInWords(utcDay(open.switched.switchedAt))}: check again`,
      text:
        `This page still shows the answer from before that day, and ${newer}. Do not spray by this page. ` +
        `Ask ${provider} to check this application again.`,
    };
  }
  const { reason, endsOn, registration } = open;
  return reason === "data_changed" || endsOn === null ? null : endingView({ reason, registration, endsOn }, provider);
}

function endingView(
  { reason, registration, endsOn }: { reason: keyof typeof ENDS; registration: string | null; endsOn: string },
  provider: string,
): RecheckView {
  const { what, why } = ENDS[reason];
  const whose = registration === null ? what : `${what} (EPA Reg. No. ${registration})`;
  return {
    title: `${whose} ends on ${dayInWords(endsOn)}: check again`,
    text: `${why} Ask ${provider} to check this application again before you spray.`,
  };
}
