import { describe, expect, it } from "vitest";
import { inLanguageOf } from "@/scripts/language.mjs";
import { presentIssue } from "@/lib/contracts/v2/issues";
import { issue, ISSUE_CODES } from "@/lib/domain/issues";
import { ANSWERS, QUESTION_KINDS } from "@/lib/domain/question-kinds";
import { questionInWords, statementInWords } from "@/lib/views/attestations/words";
import { issueHeadline, issueMeaning, issueMessage, issueRemedy, portalRemedy } from "@/lib/views/issues/issue-text";

const inSpanish = <T>(make: () => T): T => inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, make);

describe.each(ISSUE_CODES)("%s", (code) => {
  const texts = () => [
    issueMeaning(code),
    issueHeadline(code),
    issueRemedy(code),
    portalRemedy(code, "FarmSoft"),
    issueMessage(issue(code)),
  ];

  it("has its own words in Spanish for every text", () => {
    const [english, spanish] = [texts(), inSpanish(texts)];
    spanish.forEach((text, index) => expect(text).not.toBe(english[index]));
    expect(spanish.join(" ")).not.toMatch(/\b(the|and|label|field|is|of)\b/i);
  });

  it("is English in the API, in whatever language a page is made around it", () => {
    expect(inSpanish(() => presentIssue(issue(code)))).toEqual(presentIssue(issue(code)));
  });
});

describe("what is particular to a case", () => {
  it("is said in Spanish with its figures", () => {
    const found = issue("WIND_OUTSIDE_LABEL_RANGE", { particulars: { windSpeedMph: 12, minMph: 3, maxMph: 10 } });
    expect(inSpanish(() => issueMessage(found))).toBe(
      "El viento está fuera de las velocidades que permite la etiqueta. (se enviaron 12 mph; la etiqueta permite de 3 a 10 mph)",
    );
    const unmet = issue("ADJUVANT_REQUIREMENT_UNMET", {
      particulars: {
        asked: [{ requirement: "required", kind: "volatility_reducing", atLeast: 40, atLeastUnit: "fl_oz_per_acre" }],
      },
    });
    expect(inSpanish(() => issueMessage(unmet))).toContain("(reductor de volatilidad, al menos 40 fl oz por acre)");
    const limit = issue("LABEL_LIMIT_EXCEEDED", {
      particulars: { limits: [{ what: "fl_oz_per_acre", sent: 500, atLeast: null, atMost: 43 }] },
    });
    expect(inSpanish(() => issueMessage(limit))).toContain("(500 fl oz por acre; se permiten 43 como máximo)");
  });

  it("says that rain has to be farther off than the hours of the label", () => {
    const limits = [{ what: "hours_to_rain", sent: 48, atLeast: 48, atMost: null }];
    const rain = issue("LABEL_LIMIT_EXCEEDED", { particulars: { limits } });
    expect(issueMessage(rain)).toContain("48 hours until rain is expected, more than 48 allowed");
    expect(inSpanish(() => issueMessage(rain))).toContain("48 horas hasta que se espera lluvia; se permiten más de 48");
  });
});

describe("what a question names", () => {
  const inEnglish = (kind: "bulletin_limits_product" | "figures_on_label", particulars: object) =>
    questionInWords({
      kind,
      subject: "264-1241",
      labelDate: null,
      particulars: { productName: "Stryax", ...particulars },
    });
  const about = (...asked: Parameters<typeof inEnglish>) => inSpanish(() => inEnglish(...asked));

  it.each([
    [[{ pulaId: 5, codes: ["A1"] }], "El boletín trata del área 5 (A1). Busque"],
    [
      [
        { pulaId: 5, codes: ["A1", "A2"] },
        { pulaId: 6, codes: ["B1"] },
      ],
      "El boletín trata del área 5 (A1, A2) o del área 6 (B1). Busque",
    ],
  ])("draws “de el” into one word", (areas, words) => {
    expect(about("bulletin_limits_product", { areas }).help).toContain(words);
  });

  it.each([
    [1, "1 punto según el Menú de Mitigación", "1 point of EPA's"],
    [4, "4 puntos según el Menú de Mitigación", "4 points of EPA's"],
  ])("counts %i, as English does", (points, words, english) => {
    const particulars = { figures: [{ kind: "points", system: "epa_runoff", points }] };
    expect(about("figures_on_label", particulars).text).toContain(words);
    expect(inEnglish("figures_on_label", particulars).text).toContain(english);
  });
});

describe.each(QUESTION_KINDS)("the question %s", (kind) => {
  const question = {
    kind,
    subject: "264-1241",
    labelDate: "2026-02-06",
    particulars: { productName: "Stryax", figures: [{ kind: "droplets", minimum: "very_coarse" } as const] },
  };

  it("and its answers are asked in Spanish", () => {
    const texts = (): string[] => [
      questionInWords(question).text,
      questionInWords(question).help,
      ...ANSWERS.map((answer) => statementInWords({ kind, answer })),
    ];
    const english = texts();
    inSpanish(texts).forEach((text, index) => expect(text).not.toBe(english[index]));
  });
});

it.each([
  [["A"], "A puede nombrar"],
  [["A", "B"], "A, B pueden nombrar"],
])("the codes %j of an area go with their verb", (codes, words) => {
  const found = issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { mayName: [{ pulaId: 5, codes }] } });
  expect(issueMessage(found, "es")).toContain(`PULA 5: ${words}`);
});
