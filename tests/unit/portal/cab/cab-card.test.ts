import { describe, expect, it } from "vitest";
import { issue } from "@/lib/domain/issues";
import { inLanguage } from "@/lib/views/language";
import { compassLetters } from "@/lib/views/figures";
import { factInWords, onWordInWords, withRates } from "@/lib/pages/portal/overview/cab-card";

describe("what must not happen", () => {
  it.each([
    [{ windSpeedMph: 12, minMph: 3, maxMph: 10 }, "wind 12 mph, label 3 to 10"],
    [{ windSpeedMph: 12.25, maxMph: 10 }, "wind 12.3 mph, label at most 10"],
    [{ windSpeedMph: 1, minMph: 3 }, "wind 1 mph, label at least 3"],
    [{ windSpeedMph: 1 }, "the wind is outside what the label allows"],
  ])("names the wind and its limit: %j", (particulars, words) => {
    expect(factInWords(issue("WIND_OUTSIDE_LABEL_RANGE", { particulars }))).toBe(words);
  });

  it("names the temperature and its limit", () => {
    const particulars = { temperatureF: 92, maxF: 85 };
    expect(factInWords(issue("TEMPERATURE_OUTSIDE_LABEL_RANGE", { particulars }))).toBe("92 °F, label at most 85");
  });

  it("has the issue's own words where there is no figure", () => {
    expect(factInWords(issue("NO_TREATABLE_AREA"))).toBe("the drift buffer covers the whole field");
  });
});

describe("an answer that was computed with another rate than the one that was sent", () => {
  const sent = { products: [{ productName: "DEMO Dry", rate: 3, rateUnit: "lb/ac" }] } as Parameters<
    typeof withRates
  >[1];
  const at = (rate: number) =>
    ({ effectiveRates: [{ productIndex: 0, rate, rateUnit: "lb/ac" }] }) as Parameters<typeof withRates>[2];
  const leave = {
    kind: "done",
    headline: "Leave 70 ft along the north side (1.2 acres)",
    reason: "",
    leave: null,
  } as const;

  it("names both rates in its headline", () => {
    expect(withRates(leave, sent, at(2)).headline).toBe(
      "Leave 70 ft along the north side (1.2 acres), at 2 lb/ac of DEMO Dry, not the 3 lb/ac that was checked",
    );
    expect(inLanguage("es", () => withRates(leave, sent, at(2)).headline)).toMatch(
      /, con 2 lb\/ac de DEMO Dry \(no 3 lb\/ac, la dosis que se verificó\)$/,
    );
  });

  it("names them beside a headline that says what is missing, or what must not happen", () => {
    const stop = withRates({ ...leave, kind: "stop", headline: "Do not spray" }, sent, at(2));
    expect(stop).toMatchObject({
      headline: "Do not spray",
      rates: "It holds for 2 lb/ac of DEMO Dry, not the 3 lb/ac that was checked.",
    });
  });

  it("names none where they are the same, or where nothing was computed", () => {
    expect(withRates(leave, sent, at(3))).toMatchObject({ headline: leave.headline, rates: null });
    expect(withRates(leave, sent, null)).toMatchObject({ headline: leave.headline, rates: null });
  });
});

describe("letters of the compass", () => {
  it.each([
    [0, "N"],
    [225, "SW"],
    [202.5, "SSW"],
    [359, "N"],
    [112.5, "ESE"],
  ])("of %d° are %s", (deg, letters) => {
    expect(compassLetters(deg)).toBe(letters);
  });
});

describe("a pass that rests on the applicator's own word", () => {
  const said = (count: number) =>
    issue("ATTESTED", {
      particulars: {
        attested: Array.from({ length: count }, (_, index) => ({
          kind: "label_has_esa_directions" as const,
          subject: `99-${index}`,
          answer: "no" as const,
          by: "Kim",
        })),
      },
    });
  const road = { category: "road", label: null, acrossFt: 240.3 };
  const carried = { edges: [{ creditedOutsideFt: 0 }, { creditedOutsideFt: 120 }], drawnGround: [road] };
  const standing = (issues: ReturnType<typeof issue>[] = [], isDone = true) => ({ now: { issues }, isDone });

  it("says so, with how wide the ground is that was drawn", () => {
    expect(onWordInWords(standing([said(1)]), carried)).toBe(
      "It rests on your word: your answer to a question and ground that was drawn by hand, Road (240 ft across). " +
        "No one has verified that.",
    );
    expect(inLanguage("es", () => onWordInWords(standing([said(2)]), carried))).toBe(
      "Se apoya en lo que usted declara: sus respuestas a 2 preguntas y terreno dibujado a mano, " +
        "Camino (240 pies de ancho). Nadie lo ha verificado.",
    );
  });

  it.each([
    ["ground that carries nothing", standing(), { ...carried, edges: [{ creditedOutsideFt: 0 }] }],
    ["ground of the loaded set", standing(), { edges: carried.edges }],
    ["an answer that is not settled", standing([said(1)], false), carried],
    ["an application without a buffer", standing(), null],
  ])("says nothing of %s", (_title, at, placed) => {
    expect(onWordInWords(at, placed)).toBeNull();
  });
});
