import { expect, it } from "vitest";
import type { RecordEntry } from "@/lib/domain/application-record";
import { composeReport } from "@/lib/pages/reports/document";
import { logSection } from "@/lib/pages/reports/logs";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { hashOf } from "@/lib/usecases/canonical/canonical-json";
import type { RecordedLog, ReportRecord } from "@/lib/usecases/reports/record";
import { recordFor } from "@/tests/support/report-record";
import { fieldTimes } from "@/lib/views/field-time";

const AT = new Date("2026-06-15T17:30:00.000Z");
const entry: RecordEntry = {
  entryId: "00000000-0000-4000-8000-000000000001",
  statement: { kind: "fact", name: "receipts", value: "Truck" },
  replaces: null,
  writtenAt: "2026-06-15T17:30:00Z",
  savedAt: AT,
  isAddition: true,
};
const LOG: RecordedLog = {
  shown: {
    sets: [
      {
        id: "label:264-1241@2026-02-06",
        title: "Record of the Stryax label",
        binding: "yes",
        complete: 1,
        total: 2,
        keptYears: null,
        recordPoint: 1,
        items: [
          {
            id: "receipts",
            no: 13,
            text: "Receipts",
            values: [{ part: "receipts", text: "Office", source: "typed" }],
            missing: [],
            sources: [{ title: "Stryax label", locator: "item 13", url: null }],
            evidence: "secondary",
          },
          { id: "wind", no: 23, text: "Wind", values: [], missing: ["winds"], sources: [], evidence: "secondary" },
        ],
      },
    ],
    unreadLabels: ["DEMO Unread"],
    flags: [{ entryId: null, limit: "Wind from 3 to 10 mph.", productName: "Stryax", sent: "12 mph" }],
    readings: [],
    appliedOn: "2026-06-15",
    due: { on: "2026-06-29", at: null, title: "Federal record" },
    keptUntil: "2028-06-15",
    weather: {
      observed: {
        observedAt: "2026-06-15T14:00:00.000Z",
        source: "request",
        windDirectionDeg: 225,
        windSpeedMph: 8,
        temperatureF: 74,
        humidityPercent: null,
      },
      forecast: {
        source: "nws",
        issuedAt: "2026-06-15T10:00:00.000Z",
        readAt: "2026-06-15T11:30:00.000Z",
        timeZone: "America/Chicago",
        note: null,
        highF: 84,
        nextDayHighF: null,
        hours: [
          {
            startsAt: "2026-06-15T14:00:00.000Z",
            windDirectionDeg: 225,
            windSpeedMph: 7,
            windGustMph: null,
            temperatureF: 74,
            humidityPercent: 55,
            rainChancePercent: 10,
            rainMm: 0,
            skyCoverPercent: 20,
          },
        ],
      },
    },
  },
  signed: { by: "Jo Field", at: AT, hash: "a".repeat(64) },
  additions: [{ entry, was: { kind: "fact", name: "receipts", value: "Office" } }],
  writtenAt: AT,
};
const recordWith = (log: RecordedLog | null): ReportRecord => {
  const record = recordFor({ products: 1 });
  return { ...record, applications: record.applications.map((application) => ({ ...application, log })) };
};

it("the record of an application stands in the runoff report with what it lacks, its signature and additions", () => {
  const [section] = logSection(recordWith(LOG), fieldTimes("UTC"));
  const rows = (section?.blocks ?? []).flatMap((block) => (block.kind === "table" ? block.rows : []));
  expect(rows).toEqual([
    ["13", "Receipts", "Office", "written down"],
    ["23", "Wind", "–", "Missing: the wind at the start and every refill"],
    ["12 mph", "Wind from 3 to 10 mph.", "Stryax"],
    ["Where the receipts are kept: Truck", "Where the receipts are kept: Office", "Jun 15, 2026, 5:30 PM UTC"],
  ]);
  const heads = (section?.blocks ?? []).flatMap((block) => (block.kind === "subheading" ? block.text : []));
  expect(heads.slice(1)).toEqual([
    "Record of the Stryax label",
    "Weather kept with the record",
    "Outside a limit, or not as it was checked",
    "Added after the signature",
  ]);
  const texts = (section?.blocks ?? []).flatMap((block) => (block.kind === "text" ? block.text : []));
  expect(texts).toContain("Asked for by: Stryax label, item 13.");
  const facts = (section?.blocks ?? []).flatMap((block) => (block.kind === "facts" ? block.facts : []));
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Record: 1 of 2 items (Record of the Stryax label)",
    "1 point of the label for keeping it: rests on this record: 1 of 2",
    "To be written by: Jun 29, 2026 (Federal record)",
    "To be kept until: Jun 15, 2028",
    "Signed: Jo Field, Jun 15, 2026, 5:30 PM UTC",
    `SHA-256 of what was signed: ${"a".repeat(32)} ${"a".repeat(32)}`,
    "Lists that no one has read here: DEMO Unread",
    "Air that the buffer was worked out with: Wind 8 mph from the southwest, 74 °F (read Jun 15, 2026, 2:00 PM UTC)",
    "Forecast it was planned by: National Weather Service, issued Jun 15, 2026, 10:00 AM UTC, read Jun 15, 2026, 11:30 AM UTC",
    "Forecast highs: day 84 °F",
    "Forecast for Jun 15, 2026, 2:00 PM UTC: Wind SW 7 mph, 74 °F, humidity 55 %, chance of rain 10 %",
  ]);
});

it("a report of which nothing was written down has no such section, and its hash is another one", () => {
  expect(logSection(recordWith(null), fieldTimes("UTC"))).toEqual([]);
  expect(hashOf(recordWith(null))).not.toBe(hashOf(recordWith(LOG)));
  const headings = (log: RecordedLog | null) => {
    const record = recordWith(log);
    const document = composeReport({
      record,
      hash: hashOf(record),
      recordedAt: AT,
      generatedAt: AT,
      signer: null,
      brand: { name: "DEMO", accent: null },
      dataSets: [],
      center: null,
      timeZone: "UTC",
      figure: null,
      rulebook: rulebookAsOf("2026-06-15"),
      present: new Map(),
      verifyUrl: "https://example.com",
    });
    return document.sections.map(({ id }) => id);
  };
  expect(headings(LOG).filter((id) => !headings(null).includes(id))).toEqual(["log"]);
});
