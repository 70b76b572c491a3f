import { ServiceError } from "@/lib/domain/errors";
import type { IssueCode } from "@/lib/domain/issues";
import { PortalRefusal } from "@/lib/domain/portal";
import type { HourReason, SprayHour, SprayWindow, SprayWindows } from "@/lib/domain/spray-windows";
import { compassLetters } from "@/lib/views/figures";
import { readSprayWindows } from "@/lib/usecases/applications/spray-windows/read-windows";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import type { HourRowView, SprayDayView, SprayWindowsView } from "@/lib/views/portal/spray-windows";
import { acresNumber, fieldClock, windowsSummary, type FieldClock } from "@/lib/views/spray-windows";
import { acresInWords, capital } from "@/lib/views/words";

/** Longer than any field takes; a page does not wait for more. */
const LONGEST_MS = 30_000;
const MOST_WINDOWS = 5;

/** The coming week of the picked application. Without a forecast the page says why, and shows no hour. */
export async function readWindowsView(
  { pass: { deps, providerId } }: Pick<PortalSession, "pass">,
  { fieldId, applicationEventId }: { fieldId: string; applicationEventId: string },
): Promise<SprayWindowsView> {
  const context = { deps, provider: { providerId }, signal: AbortSignal.timeout(LONGEST_MS) };
  try {
    const found = await readSprayWindows(context, applicationEventId, ({ field }) => {
      if (field.fieldId !== fieldId) throw new PortalRefusal("not_found");
    });
    return viewOf(found);
  } catch (error) {
    if (error instanceof ServiceError) return { kind: "none", text: error.message };
    if (context.signal.aborted)
      return { kind: "none", text: "Reading the forecast took too long. Open the page again." };
    throw error;
  }
}

function viewOf(found: SprayWindows): SprayWindowsView {
  const { forecast, windows, hours, fieldSqm } = found;
  const clock = fieldClock(forecast.timeZone);
  const first = forecast.readAt;
  return {
    kind: "windows",
    asOf: `${clock.day(first)}, ${clock.minute(first)}`,
    summary: windowsSummary(found),
    windows: windows.slice(0, MOST_WINDOWS).map((each) => ({
      when: `${clock.day(each.startsAt)}, ${spanText(clock, each.startsAt, each.endsAt)}`,
      what: `${windowAcres(each)} of ${acresInWords(fieldSqm)}`,
      mayBeInverted: each.mayBeInverted,
    })),
    days: daysOf(hours, fieldSqm, clock),
    standing: [...new Set(found.standing.map(({ code }) => `${capital(issueHeadline(code))}.`))],
    source: `National Weather Service, issued ${clock.day(forecast.issuedAt)}, ${clock.minute(forecast.issuedAt)}`,
    note: forecast.note,
  };
}

const spanText = (clock: FieldClock, from: Date, until: Date): string =>
  `${clock.hour(from)} to ${clock.hourFrom(from, until)}`;

function windowAcres({ leastSqm, mostSqm }: SprayWindow): string {
  const [least, most] = [acresNumber(leastSqm), acresNumber(mostSqm)];
  return least === most ? least : `${least} to ${most}`;
}

function daysOf(hours: readonly SprayHour[], fieldSqm: number, clock: FieldClock): SprayDayView[] {
  const titles = [...new Set(hours.map(({ air }) => clock.day(air.startsAt)))];
  return titles.map((title) => {
    const own = hours.filter(({ air }) => clock.day(air.startsAt) === title);
    return {
      title,
      best: bestOf(own),
      bars: own.map(({ air, state, treatableSqm }) => ({
        clockHour: clock.clockHour(air.startsAt),
        state,
        share: (treatableSqm ?? 0) / fieldSqm,
      })),
      rows: rowsOf(own, clock),
    };
  });
}

function bestOf(hours: readonly SprayHour[]): string {
  const open = hours.filter(({ state }) => state === "open");
  const most = Math.max(0, ...open.map(({ treatableSqm }) => treatableSqm ?? 0));
  if (open.length > 0)
    return `${open.length} open ${open.length === 1 ? "hour" : "hours"}, up to ${acresInWords(most)}`;
  return hours.some(({ state }) => state === "unknown") ? "No hour known to be open" : "No open hour";
}

/** Open hours one by one; others that follow each other for the same reasons are one row. */
function rowsOf(hours: readonly SprayHour[], clock: FieldClock): HourRowView[] {
  const runs: SprayHour[][] = [];
  for (const hour of hours) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && hour.state !== "open" && rowKey(last) === rowKey(hour)) runs.at(-1)?.push(hour);
    else runs.push([hour]);
  }
  return runs.flatMap((run) => {
    const [hour] = run;
    const last = run.at(-1);
    if (hour === undefined || last === undefined) return [];
    const { startsAt } = hour.air;
    return [
      {
        // Within one day: its end at midnight is "12 AM".
        time: `${clock.hour(startsAt)} to ${clock.hour(new Date(last.air.startsAt.getTime() + 3_600_000))}`,
        state: hour.state,
        what: STATE_WORDS[hour.state](hour),
        air: hour.state === "open" ? airText(hour) : null,
        why: [...new Set(hour.reasons.map(reasonText))],
        mayBeInverted: hour.state === "open" && hour.mayBeInverted !== false,
      },
    ];
  });
}

const rowKey = ({ state, reasons }: SprayHour): string => `${state} ${reasons.map(reasonText).join("|")}`;

const STATE_WORDS: Record<SprayHour["state"], (hour: SprayHour) => string> = {
  open: ({ treatableSqm }) => acresInWords(treatableSqm ?? 0),
  closed: () => "Closed",
  unknown: () => "Not known",
};

const rounded = (value: number): string => String(Math.round(value));

function airText({ air }: SprayHour): string {
  const { windDirectionDeg, windSpeedMph, windGustMph, temperatureF, humidityPercent, rainChancePercent } = air;
  const from = windSpeedMph === 0 || windDirectionDeg === null ? "" : `${compassLetters(windDirectionDeg)} `;
  return [
    `Wind ${from}${rounded(windSpeedMph ?? 0)} mph`,
    ...(windGustMph === null ? [] : [`gusts ${rounded(windGustMph)}`]),
    ...(temperatureF === null ? [] : [`${rounded(temperatureF)} °F`]),
    ...(humidityPercent === null ? [] : [`humidity ${rounded(humidityPercent)} %`]),
    ...(rainChancePercent === null ? [] : [`chance of rain ${rounded(rainChancePercent)} %`]),
  ].join(", ");
}

/** What a code says of an hour, where its own headline speaks of a whole application. */
const HOUR_WORDS: Partial<Record<IssueCode, string>> = {
  DATE_OUTSIDE_LABEL_WINDOW: "Outside the days or the part of the day that the label allows",
  LABEL_LIMIT_EXCEEDED: "A limit of the label is exceeded",
};

function reasonText(reason: HourReason): string {
  switch (reason.why) {
    case "wind_missing":
      return "The forecast has no wind";
    case "value_missing":
      return `Not in the forecast: ${reason.condition.text}`;
    case "ends_outside":
      return `The hour ends too late: ${reason.condition.text}`;
    case "issue":
      return HOUR_WORDS[reason.issue.code] ?? capital(issueHeadline(reason.issue.code));
  }
}
