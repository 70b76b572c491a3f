import { describe, expect, it } from "vitest";
import { inLanguage } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { cardLines, headlineNow, pictureName } from "@/lib/views/portal/cab-text";
import { isWindOld } from "@/lib/views/portal/wind-age";

const CARD: CabCardView = {
  kind: "done",
  standing: "met",
  fieldName: "Ñandú's home quarter",
  timeZone: "America/Chicago",
  servedAt: "2026-06-15T14:20:00Z",
  application: { products: ["DEMO Tiered Dry Herbicide"], date: "2026-06-15", day: "Jun 15, 2026", id: null },
  headline: "Leave 70 ft along the north side (1.2 acres)",
  reason: "",
  leave: null,
  rates: null,
  onWord: null,
  wind: { words: "Wind SW 8 mph", at: "2026-06-15T14:05:00Z", isOld: false },
  otherDay: null,
  recheck: null,
  isDone: true,
  checklist: [],
  followTexts: null,
  next: null,
  driftHref: "",
  limitationsHref: "",
  figure: null,
};
const textOf = (card: CabCardView, isOld = false): string[] =>
  cardLines(card, { isOld, isChanging: false }).map(({ text }) => text);

describe("an answer that is passed on", () => {
  it("names the product and the day, and the time of the wind by the field's own clock", () => {
    expect(textOf(CARD)).toEqual([
      "Ñandú's home quarter",
      "DEMO Tiered Dry Herbicide, application of Jun 15, 2026",
      "As of Jun 15, 2026, 9:20 AM CDT: what changed after that is not in it.",
      "Leave 70 ft along the north side (1.2 acres).",
      "Wind SW 8 mph at Jun 15, 2026, 9:05 AM CDT. In other wind it is another answer.",
      "A result of this service is never a clearance to apply.",
    ]);
  });

  it("says of when it is also where no wind has a time: a page may be kept on a device for days", () => {
    expect(textOf({ ...CARD, wind: null })).toContain(
      "As of Jun 15, 2026, 9:20 AM CDT: what changed after that is not in it.",
    );
  });

  it("says what of it rests on someone's word", () => {
    const onWord =
      "It rests on your word: ground that was drawn by hand, Road (24 ft across). No one has verified that.";
    expect(textOf({ ...CARD, onWord })).toContain(onWord);
  });

  it("tells two applications of one field on one day apart, in its words and in the name of its file", () => {
    const named = (id: string) => ({ ...CARD, application: { ...CARD.application, id } });
    expect(textOf(named("A-12"))[1]).toBe("DEMO Tiered Dry Herbicide, application of Jun 15, 2026 (A-12)");
    expect(pictureName(CARD)).toBe("Ñandú-s-home-quarter-2026-06-15-DEMO-Tiered-Dry-Herbicide.png");
    expect(pictureName(named("A-12"))).toBe("Ñandú-s-home-quarter-2026-06-15-A-12-DEMO-Tiered-Dry-Herbicide.png");
  });

  it("names a file by the whole field, day and id, however long its products are", () => {
    const products = Array.from({ length: 20 }, (_, index) => `Product number ${index}`);
    const name = pictureName({ ...CARD, application: { ...CARD.application, id: "A-12", products } });
    expect(name).toContain("Ñandú-s-home-quarter-2026-06-15-A-12-Product-number-0");
    expect(name.length).toBeLessThanOrEqual(104);
  });

  it("says first that its wind is of an earlier time, and then what it answered before", () => {
    const lines = cardLines(CARD, { isOld: true, isChanging: false });
    expect(lines[0]).toEqual({
      text: "Measure the wind again: this answer is for an earlier one.",
      isFirst: true,
    });
    expect(lines.map(({ text }) => text)).toContain("Before: Leave 70 ft along the north side (1.2 acres).");
  });

  it("says first that the application is of another day, and that it has to be checked again", () => {
    const otherDay = "The application is dated Jun 20, 2026: work it out again in the wind of that day.";
    const recheck = "EPA's limits for this field changed on June 14, 2026: check again";
    expect(textOf({ ...CARD, otherDay, recheck }).slice(0, 2)).toEqual([`${recheck}.`, otherDay]);
  });

  it("never weakens what must not happen", () => {
    const stop: CabCardView = { ...CARD, kind: "stop", headline: "Do not spray: wind 12 mph, label 3 to 10" };
    expect(textOf(stop, true)).toContain("Do not spray: wind 12 mph, label 3 to 10.");
    expect(headlineNow(stop, { isOld: true, isChanging: false })).toEqual({ headline: stop.headline, before: "" });
  });

  it("says first that a change is not in it, and calls nothing done that the change may undo", () => {
    const outdated = { isOld: true, isChanging: true };
    const lines = cardLines(CARD, outdated).map(({ text }) => text);
    expect(lines[0]).toBe("A change you made is not in this answer yet.");
    expect(lines).toContain("Before: Leave 70 ft along the north side (1.2 acres).");
    expect(lines).not.toContain("Leave 70 ft along the north side (1.2 acres).");
    expect(headlineNow(CARD, outdated)).toEqual({
      headline: "A change you made is not in this answer yet",
      before: "Before: Leave 70 ft along the north side (1.2 acres).",
    });
    const stop: CabCardView = { ...CARD, kind: "stop", headline: "Do not spray yet: 4 runoff points short" };
    expect(headlineNow(stop, outdated).headline).toBe(stop.headline);
  });

  it("says the same in Spanish", () => {
    const lines = inLanguage("es", () => textOf(CARD, true));
    expect(lines[0]).toBe("Mida el viento de nuevo: esta respuesta es para un viento anterior.");
    expect(lines[2]).toBe("DEMO Tiered Dry Herbicide, aplicación del Jun 15, 2026");
    expect(lines[3]).toBe("Según los datos del 15 jun 2026, 9:20 am CDT: lo que cambió después no está incluido.");
    expect(lines[5]).toMatch(/15 jun 2026, 9:05 am CDT\. Con otro viento/);
  });
});

it("a wind is too old to answer after an hour", () => {
  const wind = { at: "2026-06-15T14:00:00Z" };
  expect(isWindOld(wind, Date.parse("2026-06-15T15:00:00Z"))).toBe(false);
  expect(isWindOld(wind, Date.parse("2026-06-15T15:01:00Z"))).toBe(true);
  expect(isWindOld(null, Date.parse("2026-06-15T15:01:00Z"))).toBe(false);
});
