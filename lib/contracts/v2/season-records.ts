import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { RecordWeather } from "@/lib/domain/kept-weather";
import { additionsOf, type RecordFlag, type RecordItem, type RecordSet } from "@/lib/domain/application-record";
import type { ApplicationRecord } from "@/lib/usecases/records/record-facts";
import { defineContract } from "@/lib/contracts/shared/contract";
import { Download } from "@/lib/contracts/shared/download";
import { queryInteger, queryIntegerOr } from "@/lib/contracts/shared/query";
import { inLanguage } from "@/lib/views/language";
import { forecastAirText } from "@/lib/views/forecast-air";
import { highsText, observedText } from "@/lib/views/record-weather";
import { additionText } from "@/lib/contracts/v2/added-to-record";
import { accountQuery } from "@/lib/contracts/v2/listings";

const COLUMNS = [
  "account_id",
  "provider_field_id",
  "field_name",
  "application_id",
  "application_event_id",
  "applied_on",
  "rule",
  "item_no",
  "item",
  "value",
  "source",
  "missing",
  "outside_limits",
  "signed_by",
  "signed_at",
  "record_hash",
  "kept_until",
  "observed_at",
  "observed_air",
  "forecast_source",
  "forecast_issued_at",
  "forecast_read_at",
  "forecast_highs",
  "forecast_hours",
  "added_after_signature",
] as const;

/** The parts that a limit is about stand in these items. */
const flagsText = (flags: readonly RecordFlag[]): string =>
  flags.map(({ sent, limit }) => `${sent}: ${limit}`).join("; ");

function rowsOf({ application: { saved }, ground, filled, signed }: ApplicationRecord): string[][] {
  const shown = signed?.record ?? filled;
  const head = [
    saved.accountId,
    saved.providerFieldId,
    // As it was signed: a field may have another name since.
    signed?.fieldName ?? saved.fieldName,
    saved.applicationId,
    saved.applicationEventId,
    shown.appliedOn,
  ];
  const { signature } = ground;
  const tail = [
    flagsText(shown.flags),
    signature?.signedBy ?? "",
    signature?.signedAt.toISOString() ?? "",
    signature?.recordHash ?? "",
    shown.keptUntil,
    ...weatherCells(shown.weather),
    // The signed items stay as they were: without this a reader would not know that one was corrected since.
    additionsOf(ground.entries)
      .map((added) => `${added.entry.savedAt.toISOString()} ${additionText(added)}`)
      .join("; "),
  ];
  return shown.sets.flatMap((set) => set.items.map((item) => [...head, ...itemCells(set, item), ...tail]));
}

/** Columns that name source and times, then the values for people. */
function weatherCells({ observed, forecast }: RecordWeather): string[] {
  const airCells = observed === null ? ["", ""] : [observed.observedAt, observedText(observed)];
  if (forecast === null) return [...airCells, "", "", "", "", ""];
  const { source, issuedAt, readAt, hours, note } = forecast;
  return [
    ...airCells,
    note === null ? source : `${source} (${note})`,
    issuedAt,
    readAt,
    highsText(forecast),
    hours.map((hour) => `${hour.startsAt} ${forecastAirText(hour)}`).join("; "),
  ];
}

const itemCells = ({ title }: RecordSet, { no, text, values, missing }: RecordItem): string[] => [
  title,
  no === null ? "" : String(no),
  text,
  values.map((value) => value.text).join("; "),
  [...new Set(values.map(({ source }) => source))].join("; "),
  missing.join("; "),
];

/** Cells that a spreadsheet would run as a formula begin with an apostrophe. */
const csvOf = (records: readonly ApplicationRecord[]): string =>
  stringify([[...COLUMNS], ...records.flatMap(rowsOf)], { escape_formulas: true, record_delimiter: "windows" });

export const seasonRecords = defineContract({
  method: "GET",
  path: "/api/v2/records.csv",
  operationId: "downloadSeasonRecords",
  tag: "Reports",
  summary: "The records of a year as one table",
  description:
    "A row for each item of each application into whose record something was written. Of a signed record the items are as they " +
    "were signed, and `added_after_signature` says what was added or corrected since. Ask again with a higher `offset` " +
    "until only the head comes back. A cell that a spreadsheet would run as a formula begins with an apostrophe.",
  rateClass: "reports",
  isProcessing: false,
  mediaTypes: ["text/csv"],
  body: null,
  query: z.strictObject({
    year: queryInteger(1900, 2200).describe("Year in which the applications were made, as `applied_on` says."),
    account_id: accountQuery,
    offset: queryIntegerOr(0, 0, 1_000_000).describe("Applications to skip, 0 to 1,000,000."),
    limit: queryIntegerOr(100, 1, 200).describe("Most applications of a file, 1 to 200."),
  }),
  params: z.object({}),
  response: z.string().describe("The table, as CSV in UTF-8."),
  present: (records: ApplicationRecord[], { query: { year } }): Download =>
    new Download(new TextEncoder().encode(inLanguage("en", () => csvOf(records))), {
      mediaType: "text/csv",
      fileName: `records-${year}.csv`,
    }),
  problems: [],
});
