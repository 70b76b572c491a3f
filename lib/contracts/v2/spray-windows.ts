import { z } from "zod";
import { round2 } from "@/lib/domain/rounding";
import type { HourReason, SprayHour, SprayWindow, SprayWindows } from "@/lib/domain/spray-windows";
import { HOUR_STATES } from "@/lib/domain/spray-windows";
import { ACRE_SQM } from "@/lib/domain/units";
import { inLanguage } from "@/lib/views/language";
import { readingDecides, windowsSummary } from "@/lib/views/spray-windows";
import { hourIssueMessage } from "@/lib/views/issues/issue-text";
import { choices } from "@/lib/contracts/shared/choices";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { forecastMembers, forecastSourceSchema, presentForecast } from "@/lib/contracts/v2/forecast-values";
import { issueCodeSchema, issueSchema, presentIssue } from "@/lib/contracts/v2/issues";

const acres = z.number().nonnegative();

const hourStateSchema = choices("HourState", "What the labels of the mix say of an hour of a forecast.", HOUR_STATES, {
  open: "no condition that a forecast can judge stands against it. It is no clearance.",
  closed: "a condition is known to be broken, runoff points are short on its day, or buffers leave nothing to treat.",
  unknown:
    "the forecast lacks a value that a label asks about, a rule stands open, or the hour is in another year than the application.",
});

const REASONS = ["issue", "value_missing", "ends_outside", "runoff_short", "other_year", "wind_missing"] as const;
const whySchema = choices("HourReasonKind", "Why an hour is not open.", REASONS, {
  issue: "a computation in this hour, or a check for its day, would name the issue of `code`.",
  value_missing: "the forecast lacks what a label's condition asks about.",
  ends_outside: "the hour begins in the part of the day that a label allows and ends outside it.",
  other_year:
    "it is in another year than the application. Measures are chosen for each year, and this answer covers those of the application's year.",
  runoff_short: "on its day runoff points are short, though not on every day of the week.",
  wind_missing: "the forecast has no wind, so that no buffer can be placed.",
});

const reasonSchema = z
  .strictObject({
    why: whySchema,
    code: issueCodeSchema.nullable().describe("The issue; null where none has a code."),
    product_index: z.int().nonnegative().nullable().describe("Product it is about, from 0; null: the whole mix."),
    rule_id: z.string().nullable().describe("Stable name of the label's condition; null where there is none."),
    text: z.string().describe("What stands against the hour, for people."),
  })
  .meta({ id: "HourReason", description: "One thing that keeps an hour from being open." });

const hourSchema = z
  .strictObject({
    starts_at: timestamp.describe("When the hour begins, UTC."),
    state: hourStateSchema,
    treatable_acres: acres
      .nullable()
      .describe("What buffers leave of the field in this wind, acres; null where the hour is not open."),
    ...forecastMembers,
    may_be_inverted: z
      .boolean()
      .nullable()
      .describe(
        "Cool air may lie under warm: near night without clouds or wind. A hint and never judged: look at the field. Null: the sun neither rises nor sets.",
      ),
    gusts_over_limit: z
      .boolean()
      .nullable()
      .describe(
        "The strongest gust of the hour passes the highest wind that a label of the mix allows. A hint and never judged: the reading at the boom decides. " +
          "Null: the forecast names no gust, or no label a highest wind.",
      ),
    reasons: z.array(reasonSchema).describe("Why it is not open. Empty for an open hour."),
  })
  .meta({ id: "SprayHour", description: "One hour of the forecast with what the labels say of it." });

const windowSchema = z
  .strictObject({
    starts_at: timestamp.describe("When it begins, UTC."),
    ends_at: timestamp.describe("When it ends, UTC."),
    treatable_acres: acres.describe("The least that any of its hours leaves to treat, acres."),
    treatable_acres_most: acres.describe("The most that any of them leaves, acres."),
    may_be_inverted: z.boolean().describe("True where its hours have the hint, or none can be given."),
    gusts_over_limit: z.boolean().describe("True where its hours have the hint. False also where none can be given."),
  })
  .meta({
    id: "SprayWindow",
    description: "Open hours in a row that leave nearly the same ground, each with the same hints.",
  });

export const sprayWindowsResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It is not a clearance."),
    application_event_id: z.uuid().describe("The application."),
    summary: z.string().describe("From now to the next window, for people, by the field's own clock."),
    advice: z.string().describe("What a forecast is good for, for people. Show it beside any of these hours."),
    forecast: z
      .strictObject({
        source: forecastSourceSchema,
        issued_at: timestamp.describe("When the source issued it, UTC. Older than 12 hours, it is not used."),
        read_at: timestamp.describe("When it was read, UTC."),
        time_zone: z.string().describe("IANA name of the time zone that the field keeps."),
        note: z.string().nullable().describe("What the operator says of it, such as that it is made up."),
      })
      .meta({ id: "ForecastRead", description: "The forecast that the hours rest on." }),
    field_acres: acres.describe("Size of the field, acres."),
    windows: z
      .array(windowSchema)
      .describe(
        "Windows of the week: those without the hint of gusts first, then those without that of an inversion, then the one that leaves most ground. Where gusts are not known, a window comes after those known to be without. " +
          "Empty where `standing_issues` names an issue, where `standing_runoff` is short, and once the day of the application is over.",
      ),
    hours: z.array(hourSchema).describe("168 hours in their order, from the one that it is now."),
    standing_issues: z
      .array(issueSchema)
      .describe("What keeps the application from passing in every hour, whatever the weather."),
    standing_runoff: z
      .array(
        z
          .strictObject({
            mitigation_type: z.string().describe("The runoff system that is short."),
            gap: z.number().describe("So many points, or credits of a trait program, are missing in every hour."),
          })
          .meta({ id: "ShortRunoff", description: "Runoff that is short, whatever the weather." }),
      )
      .describe("Runoff that keeps the application from passing in every hour; empty where none is short."),
  })
  .meta({ id: "SprayWindows", description: "The coming week of an application, planned by a forecast." });

const asAcres = (sqm: number): number => Math.max(0, round2(sqm / ACRE_SQM));

const NO_WIND = "The forecast has no wind for this hour.";

function presentReason(reason: HourReason): z.input<typeof reasonSchema> {
  switch (reason.why) {
    case "wind_missing":
      return { why: reason.why, code: null, product_index: null, rule_id: null, text: NO_WIND };
    case "issue": {
      const { code, productIndex, ruleId } = reason.issue;
      return {
        why: reason.why,
        code,
        product_index: productIndex,
        rule_id: ruleId,
        text: hourIssueMessage(reason.issue),
      };
    }
    case "runoff_short": {
      const { mitigationType, gap } = reason.short;
      const what = mitigationType === "trait_runoff" ? "Trait program credits" : "Runoff points";
      const text = `${what} short on this day: ${gap}.`;
      return { why: reason.why, code: null, product_index: null, rule_id: null, text };
    }
    case "other_year": {
      const text = `This hour is in ${reason.year}. Measures are chosen for each year, and this answer does not cover those for ${reason.year}.`;
      return { why: reason.why, code: null, product_index: null, rule_id: null, text };
    }
    default: {
      const { productIndex, ruleId, text } = reason.condition;
      return { why: reason.why, code: null, product_index: productIndex, rule_id: ruleId, text };
    }
  }
}

const presentHour = ({ air, state, treatableSqm, reasons, ...hints }: SprayHour): z.input<typeof hourSchema> => ({
  starts_at: isoTime(air.startsAt),
  state,
  treatable_acres: treatableSqm === null ? null : asAcres(treatableSqm),
  ...presentForecast(air),
  may_be_inverted: hints.mayBeInverted,
  gusts_over_limit: hints.areGustsOver,
  reasons: reasons.map(presentReason),
});

const presentWindow = (window: SprayWindow): z.input<typeof windowSchema> => ({
  starts_at: isoTime(window.startsAt),
  ends_at: isoTime(window.endsAt),
  treatable_acres: asAcres(window.leastSqm),
  treatable_acres_most: asAcres(window.mostSqm),
  may_be_inverted: window.mayBeInverted,
  gusts_over_limit: window.areGustsOver === true,
});

export const sprayWindows = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/spray-windows",
  operationId: "readSprayWindows",
  tag: "Drift",
  summary: "Plan an application by the forecast of the coming week",
  description:
    "168 hours of the forecast, each judged by the conditions of the mix's labels (wind, temperature, humidity, time of " +
    "day, rain, dates) with the saved setup, joined with what buffers in that wind leave to treat: as a drift computation " +
    "with that air would. A forecast only plans: the reading at the boom decides, and no hour is a clearance. Saves " +
    "nothing. Without a forecast there is no answer: 503 `REQUEST_FAILED`, not retryable where no weather service is " +
    "connected or none covers the place, retryable while it is away or its forecast is old.",
  rateClass: "writes",
  isProcessing: true,
  body: null,
  query: z.strictObject({}),
  params: applicationParams,
  response: sprayWindowsResponse,
  present: (found: SprayWindows): z.input<typeof sprayWindowsResponse> => ({
    success: true,
    application_event_id: found.applicationEventId,
    summary: inLanguage("en", () => windowsSummary(found)),
    advice: inLanguage("en", readingDecides),
    forecast: {
      source: found.forecast.source,
      issued_at: isoTime(found.forecast.issuedAt),
      read_at: isoTime(found.forecast.readAt),
      time_zone: found.forecast.timeZone,
      note: found.forecast.note,
    },
    field_acres: asAcres(found.fieldSqm),
    windows: found.windows.map(presentWindow),
    hours: found.hours.map(presentHour),
    standing_issues: found.standing.map(presentIssue),
    standing_runoff: found.short.map(({ mitigationType, gap }) => ({ mitigation_type: mitigationType, gap })),
  }),
  problems: [
    "applicationNotFound",
    "noFieldGeometry",
    "invalidApplication",
    "unsupportedApplicationMethod",
    "duplicateField",
    "duplicateApplication",
    "processingConflict",
    "noForecast",
  ],
});
