import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { FieldClock } from "@/components/ui/field-clock";
import { LocalTime } from "@/components/ui/local-time";
import { fieldClockTime, fieldIso, fieldTime, momentOfClock, zoneName } from "@/lib/views/field-time";
import { inLanguage } from "@/lib/views/language";
import { statementInWords } from "@/lib/views/portal/record-words";

const AT = "2026-06-15T08:49:00Z";
const CHICAGO = "America/Chicago";

describe("a moment by the clock of a field", () => {
  it("has its zone, in both languages", () => {
    expect(fieldTime(AT, CHICAGO)).toBe("Jun 15, 2026, 3:49 AM CDT");
    expect(fieldClockTime("2026-01-15T20:05:00Z", CHICAGO)).toBe("2:05 PM CST");
    expect(inLanguage("es", () => fieldTime(AT, CHICAGO))).toBe("15 jun 2026, 3:49 am CDT");
    expect(zoneName(AT, CHICAGO)).toBe("CDT");
  });

  it.each([
    [AT, CHICAGO, "2026-06-15T03:49:00-05:00"],
    ["2026-01-15T20:05:00Z", "America/Phoenix", "2026-01-15T13:05:00-07:00"],
    ["2026-06-15T08:49:30.500Z", "UTC", "2026-06-15T08:49:30+00:00"],
    ["2026-06-15T08:49:00Z", "Asia/Kolkata", "2026-06-15T14:19:00+05:30"],
  ])("is written down with its offset: %s in %s", (at, zone, written) => {
    expect(fieldIso(new Date(at), zone)).toBe(written);
    expect(momentOfClock(written.slice(0, 16), zone)?.toISOString().slice(0, 16)).toBe(at.slice(0, 16));
  });

  it("is found right beside a change of the clocks, and nowhere for what is no time", () => {
    expect(momentOfClock("2026-03-08T03:05", CHICAGO)?.toISOString()).toBe("2026-03-08T08:05:00.000Z");
    expect(momentOfClock("2026-11-01T00:55", CHICAGO)?.toISOString()).toBe("2026-11-01T05:55:00.000Z");
    expect(momentOfClock("", CHICAGO)).toBeNull();
  });
});

it("a moment on a page about several fields names the clock it is by", () => {
  const asOf = renderToStaticMarkup(createElement(LocalTime, { at: AT }));
  expect(asOf).toContain("Jun 15, 2026, 8:49 AM UTC");
});

describe("on the record and drift pages", () => {
  // Signed at 1:49 by a device in Denver, started at 3:49 by the field: one clock tells that both are the same moment.
  it("a signature and a start of one moment have one time", () => {
    const signed = createElement(LocalTime, { at: AT, isTimeOnly: true });
    const page = createElement(FieldClock, { timeZone: CHICAGO, children: signed });
    expect(renderToStaticMarkup(page)).toContain("3:49 AM CDT");
    const start = {
      kind: "reading",
      moment: "start",
      readAt: "2026-06-15T02:49:00-06:00",
      windSpeedMph: null,
      windDirectionDeg: null,
      temperatureF: null,
    } as const;
    expect(statementInWords(start, CHICAGO)).toBe("Start 3:49 AM CDT");
  });

  it("a photo has the same clock", () => {
    const photo = {
      kind: "photo",
      sha256: "",
      caption: "",
      takenAt: "2026-06-15T02:49:00-06:00",
      place: null,
    } as const;
    expect(statementInWords(photo as unknown as Parameters<typeof statementInWords>[0], CHICAGO)).toBe(
      "Photo, Jun 15, 2026, 3:49 AM CDT",
    );
  });
});
