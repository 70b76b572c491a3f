import {
  additionsOf,
  photosOf,
  type RecordFact,
  type RecordFlag,
  type RecordSet,
  type StandingPhoto,
} from "@/lib/domain/application-record";
import { entriesInForce } from "@/lib/engine/record/facts";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { shownRecord, type ApplicationRecord } from "@/lib/usecases/records/record-facts";
import { readRecord } from "@/lib/usecases/records/read-record";
import { fieldTime } from "@/lib/views/field-time";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import {
  isAsKept,
  isInEnglishOnly,
  isSaidInEnglish,
  sentInWords,
  valueInWords,
} from "@/lib/views/portal/record-values";
import { toldWeather } from "@/lib/views/record-weather";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { sourceInWords, statementInWords } from "@/lib/views/portal/record-words";
import type { PhotoView, RecordAdditionView, RecordSetView, RecordView } from "@/lib/views/portal/record";
import { counted, dayInWords } from "@/lib/views/words";
import { isEnglishText, tableText } from "@/lib/views/vocabulary/table-text";

const words = wordsIn({
  en: {
    point: (points: number) => `The label gives ${counted(points, "point")} for making and keeping this record.`,
    bindingUnknown: "Whether this rule binds here is not known. It is asked all the same.",
  },
  es: {
    point: (points) => `La etiqueta da ${counted(points, "punto")} por llevar y conservar este registro.`,
    bindingUnknown: "No se sabe si esta regla obliga aquí. Se pide de todos modos.",
  },
});

/** The record of the picked application; null for a year without one. */
export async function readRecordView(session: PortalSession, place: OpenFieldYear): Promise<RecordView | null> {
  const { current, field, year } = place;
  if (current === null) return null;
  const { deps, providerId } = session.pass;
  const record = await readRecord({ deps, provider: { providerId } }, current.applicationEventId);
  const photosAt = `/portal/g/${place.address.grant}/${field.fieldId}/record/photo`;
  return recordView(record, { fieldId: field.fieldId, year, isLocked: current.isLocked, photosAt });
}

function recordView(
  record: ApplicationRecord,
  { fieldId, year, isLocked, photosAt }: { fieldId: string; year: number; isLocked: boolean; photosAt: string },
): RecordView {
  const shown = shownRecord(record);
  const isInEnglish = isInEnglishOnly(shown, record.signed !== null);
  const { entries, signature, place } = record.ground;
  const zone = place === null ? null : timeZoneAt(place);
  const facts = [...entriesInForce(entries).facts].map(([name, { value }]): [RecordFact, string | number] => [
    name,
    value,
  ]);
  return {
    place: { fieldId, year },
    applicationEventId: record.application.saved.applicationEventId,
    isLocked,
    sets: shown.sets.map((set) => setView(set, isInEnglish)),
    unreadLabels: shown.unreadLabels,
    flags: flagsByLimit(shown.flags, isInEnglish),
    readings: shown.readings,
    facts: Object.fromEntries(facts),
    entryIds: entries.map(({ entryId }) => entryId),
    due: { day: dayInWords(shown.due.on), title: tableText(shown.due.title) },
    keptUntil: dayInWords(shown.keptUntil),
    recordPoint: pointOf(shown.sets),
    signed:
      signature === null
        ? null
        : { by: signature.signedBy, at: signature.signedAt.toISOString(), hash: signature.recordHash, isInEnglish },
    weather: {
      ...toldWeather(shown.weather, (at) => fieldTime(at, timeZoneAt(place))),
      note: shown.weather.forecast?.note ?? null,
    },
    photos: photosOf(entries).map((photo) => photoView(photo, photosAt, record.application.saved.applicationEventId)),
    additions: additionsOf(entries).map(({ entry, was }): RecordAdditionView => ({
      entryId: entry.entryId,
      words: statementInWords(entry.statement, zone),
      was: was === null ? null : statementInWords(was, zone),
      savedAt: entry.savedAt.toISOString(),
    })),
  };
}

function photoView(
  { entryId, caption, takenAt, place, isAddition }: StandingPhoto,
  photosAt: string,
  applicationEventId: string,
): PhotoView {
  const href = `${photosAt}/${entryId}?application=${applicationEventId}`;
  return { entryId, caption, takenAt, place, isAddition, href, smallHref: `${href}&size=small` };
}

function flagsByLimit(flags: readonly RecordFlag[], isInEnglish: boolean): RecordView["flags"] {
  const byLimit = new Map<string, RecordView["flags"][number]>();
  for (const flag of flags) {
    const { limit, productName } = flag;
    const about = productName === null ? tableText(limit) : `${productName}: ${tableText(limit)}`;
    // A limit that an operator entered has no Spanish.
    const lang = isEnglishText(limit) ? "en" : currentLanguage();
    const sent = [...(byLimit.get(about)?.sent ?? []), sentInWords(flag)];
    byLimit.set(about, { limit: about, lang, sent, sentLang: isInEnglish ? "en" : currentLanguage() });
  }
  return [...byLimit.values()];
}

/** The label's point is given for keeping the record. What is scored does not change with it. */
function pointOf(sets: readonly RecordSet[]): string | null {
  const set = sets.find(({ recordPoint }) => recordPoint !== null);
  if (set?.recordPoint == null) return null;
  return words().point(set.recordPoint);
}

const setView = ({ id, title, binding, items }: RecordSet, isInEnglish: boolean): RecordSetView => ({
  id,
  title: tableText(title),
  note: binding === "yes" ? null : words().bindingUnknown,
  items: items.map((item) => ({
    id: item.id,
    no: item.no === null ? "" : String(item.no),
    text: tableText(item.text),
    values: item.values.map((value) => ({
      text: valueInWords(value),
      source: sourceInWords(value.source),
      isAsKept: isAsKept(value),
      isEnglish: isInEnglish && isSaidInEnglish(value),
    })),
    missing: item.missing,
    isCounted: item.no !== null,
  })),
  sources: [
    ...new Map(items.flatMap(({ sources }) => sources).map((source) => [JSON.stringify(source), source])).values(),
  ],
});
