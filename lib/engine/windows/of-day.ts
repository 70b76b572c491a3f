import type { Assessment } from "@/lib/domain/compliance";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { HourReason } from "@/lib/domain/spray-windows";
import { limitationKey } from "@/lib/engine/limitations/applied";
import { findingName, shortOf, type JudgedHour } from "@/lib/engine/windows/judge-hour";

/** What a whole check finds in an hour. */
export type HourCheck = Pick<Assessment, "issues" | "runoff" | "products">;

/**
 * The hours with what a check finds in some of them and not in all, and a computation of buffers does not name: points that are
 * short until a measure is in place, or from the day on which a limitation comes into force. A shortage or a violation closes the
 * hour; a question goes with those of the hour, and so does what is to be read of the areas where there is more of it than in the others.
 *
 * Units: points. Source: `found`, hour by hour. Missing data: an hour without wind has no check (null), and stays as it is.
 * Throws: never.
 */
export function withDays(judged: readonly JudgedHour[], found: readonly (HourCheck | null)[]): JudgedHour[] {
  const checks = found.flatMap((each) => each ?? []);
  // Once for the week: an hour has as many findings as its mix has products.
  const names = found.map((each) => (each === null ? null : each.issues.map(nameWithEffect)));
  const inEach = inAll(names.flatMap((own) => (own === null ? [] : [own])));
  const toRead = found.map((each) => (each === null ? null : namesToRead(each)));
  const toReadInEach = inAll(toRead.flatMap((names) => (names === null ? [] : [names])));
  const shortInEach = inAll(checks.map(({ runoff }) => shortOf(runoff).map(({ mitigationType }) => mitigationType)));
  return judged.map((each, index) => {
    const check = found[index] ?? null;
    if (check === null) return each;
    const known = new Set([...inEach, ...(each.issues ?? []).map(nameWithEffect)]);
    const isMoreToRead = toRead[index]?.some((name) => !toReadInEach.has(name)) === true;
    const own = check.issues.filter(
      (one, place) =>
        one.code !== ANSWERED && (!known.has(names[index]?.[place] ?? "") || (isMoreToRead && one.code === TO_READ)),
    );
    const short = shortOf(check.runoff).filter(({ mitigationType }) => !shortInEach.has(mitigationType));
    const broken = own.filter((one) => issueEffect(one) === "not_met");
    return closedBy({ ...each, issues: [...(each.issues ?? []), ...own] }, [
      ...broken.map((one): HourReason => ({ why: "issue", issue: one })),
      ...short.map((one): HourReason => ({ why: "runoff_short", short: one })),
    ]);
  });
}

/** What informs in most hours may block in one: an answer about its wind, or an application too few days before. */
const nameWithEffect = (found: Issue): string => `${findingName(found)} ${issueEffect(found)}`;

/** Intake leaves the wind open on each day that asks for a buffer; the hour's own wind answers it. */
const ANSWERED = "DRIFT_CONDITIONS_UNVERIFIED";

const TO_READ = "LIMITATIONS_REVIEW_REQUIRED";

/** The limitations that a person has to read, and the areas with texts that no one has: one finding, however many they are. */
function namesToRead({ issues, products }: HourCheck): string[] {
  const review = issues.find(({ code }) => code === TO_READ);
  if (review?.code !== TO_READ) return [];
  const { toRead = [], areasWithoutText = [], mayName = [] } = review.particulars;
  const limitations = products.flatMap(({ pulas }) => pulas.flatMap((pula) => pula.limitations));
  return [
    ...limitations.flatMap((each) => (toRead.includes(each.code) ? [`limitation ${limitationKey(each)}`] : [])),
    ...[...areasWithoutText, ...mayName].flatMap(({ pulaId, codes }) => codes.map((code) => `area ${pulaId} ${code}`)),
  ];
}

/** What every list holds. */
function inAll(lists: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first, ...others] = lists.map((list) => new Set(list));
  return new Set([...(first ?? [])].filter((name) => others.every((other) => other.has(name))));
}

/**
 * The hours with those of another year than the application not known, unless something closes them: they were judged with the measures of
 * its year, which are chosen for each year, and with what was saved for it.
 *
 * Units: `dates`, hour by hour, days by the field's clock. Source: none. Missing data: none. Throws: never.
 */
export const withinYear = (
  judged: readonly JudgedHour[],
  dates: readonly string[],
  applicationDate: string,
): JudgedHour[] =>
  judged.map((each, index) => {
    const year = yearOf(dates[index] ?? applicationDate);
    const { hour } = each;
    if (year === yearOf(applicationDate) || hour.state === "closed") return each;
    const reasons: HourReason[] = [...hour.reasons, { why: "other_year", year }];
    return { ...each, hour: { ...hour, state: "unknown", treatableSqm: null, reasons } };
  });

/** What is known to be broken stands alone: what is not known beside it changes nothing. */
function closedBy(judged: JudgedHour, closing: readonly HourReason[]): JudgedHour {
  if (closing.length === 0) return judged;
  const { hour } = judged;
  const before = hour.state === "closed" ? hour.reasons : [];
  return { ...judged, hour: { ...hour, state: "closed", treatableSqm: null, reasons: [...before, ...closing] } };
}

const yearOf = (date: string): number => Number(date.slice(0, 4));
