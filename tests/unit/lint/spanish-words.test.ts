import { describe, expect, it } from "vitest";
import { wordPairs, type WordPair } from "@/tests/unit/lint/word-pairs";

/** Names that stay English in a Spanish text, quotes of a label, and "No." for a number. */
const KEPT = /(?:under )?“Endangered[^”]*”|Bulletins Live! Two|EPA Reg\. No\.|^No\.$/g;
const PAIRS: readonly WordPair[] = wordPairs()
  .filter(({ english }) => english !== "")
  .map((pair) => ({ ...pair, english: pair.english.replaceAll(KEPT, "") }));

const word = (words: string): RegExp => new RegExp(`(?<![\\p{L}'])(?:${words})(?!\\p{L})`, "iu");

const broken = (english: string, spanish: string): string[] =>
  PAIRS.filter((pair) => word(english).test(pair.english) && !word(spanish).test(pair.spanish)).map(
    (pair) => `${pair.where}: ${pair.english} | ${pair.spanish}`,
  );

/** What a person sprays by, and the one Spanish word that stands for it. */
const GLOSSARY: readonly (readonly [english: string, spanish: string])[] = [
  ["downwind", "a favor del viento|hacia donde sopla el viento"],
  ["downslope|down-gradient", "pendiente abajo"],
  ["buffers?", "zonas?|amortiguamiento"],
  ["runoff", "escorrentía|escurr\\p{L}+"],
  ["drift(?! buffer)", "deriva"],
  ["labels?", "etiquetas?"],
  ["bulletins?", "boletín|boletines"],
  ["clearance", "autorización"],
  ["booms?", "aguilón"],
  ["nozzles?", "boquillas?"],
  ["droplets?", "gotas?"],
  ["spray volume", "volumen(?: mínimo)? de caldo"],
  ["exemptions?|exempt", "exenci(?:ón|ones)|exent[oa]s?"],
  ["set-?up", "configuración"],
  ["loamy sand", "arena francosa"],
  ["sandy loam", "franco arenoso"],
  ["inversion", "inversión"],
  ["wind(?! meter)", "vientos?"],
  ["ESA (?:language|directions)", "instrucciones de la ESA"],
  ["farm software", "programa agrícola"],
  ["National Weather Service(?:'s)?", "Servicio Nacional de Meteorología"],
  ["none apply", "ninguna corresponde"],
  ["(?:not |un)settled", "por resolver"],
  ["is not scored|not scored here|does not score", "no se evalúan?|no evalúa"],
  ["close the gap", "cubrir lo que falta"],
];

/** What turns into its opposite when it is lost. */
const CONDITIONS: readonly (readonly [english: string, spanish: string])[] = [
  [
    "not|no|never|none|nothing|cannot|without|neither|nor|(?:do|ca)n't",
    "no|nunca|ninguna|ninguno|ningún|nada|sin|nadie|ni|por resolver|desconocida|labranza cero",
  ],
  ["must|has to|have to", "deb\\p{L}+"],
  ["may|can|could", "pued\\p{L}+|pod\\p{L}+|pud\\p{L}+"],
  ["only|alone", "solo|solos|solas?"],
  ["never", "nunca"],
  ["do not spray", "no aplique"],
  ["at least", "al menos|como mínimo|o más"],
  ["at most", "como máximo|hasta"],
  ["less than|below|under", "menos(?: del?)?|por debajo|abajo|sigue|bajo|menor"],
  ["more than|above", "más|arriba|sobre|mayor"],
  ["coarser", "más gruesas?|más grueso"],
  ["finer", "más finas|más fino"],
  ["(?<!(?:goes|counts) )before", "antes|anterior(?:es)?|hasta"],
  ["after", "después|tras|posterior(?:es)?"],
  ["unless", "a menos que"],
  ["until", "hasta|mientras no"],
  ["not verified|unverified", "sin verificar|no (?:está|están) verificad[oa]s?"],
];

/** Spanish that says one of these, where the English does not: the other way around. */
const ADDED: readonly (readonly [spanish: string, english: string])[] = [
  ["a favor del viento", "downwind|wind[ -]directional"],
  ["pendiente abajo", "downslope|down-gradient"],
  ["al menos|como mínimo", "at least"],
  ["como máximo", "at most|most"],
  ["nunca", "never"],
  ["no aplique", "do not spray|not to be sprayed"],
];

it("reads the texts of pages, reports, issues, questions, and tables", () => {
  expect(PAIRS.length).toBeGreaterThan(2_000);
});

describe("a Spanish text", () => {
  it.each(GLOSSARY)("calls “%s” by its word alone", (english, spanish) => {
    expect(broken(english, spanish)).toEqual([]);
  });

  it.each(CONDITIONS)("keeps “%s”", (english, spanish) => {
    // "Only this page" of the pages that a device keeps says that the others are not.
    expect(broken(english, spanish).filter((text) => !text.includes("others not yet"))).toEqual([]);
  });

  it.each(ADDED)("says “%s” only where the English does", (spanish, english) => {
    const added = PAIRS.filter((pair) => word(spanish).test(pair.spanish) && !word(english).test(pair.english));
    expect(added.map((pair) => `${pair.where}: ${pair.english} | ${pair.spanish}`)).toEqual([]);
  });

  it("has the same figures", () => {
    const figures = (text: string): string[] => (text.match(/\d[\d,.]*\d|\d/g) ?? []).toSorted();
    const other = PAIRS.filter(
      ({ english, spanish, puts }) =>
        puts.english.length === 0 && String(figures(english)) !== String(figures(spanish)),
    );
    expect(other).toEqual([]);
  });

  it("puts every figure and name in that the English does", () => {
    const lost = PAIRS.flatMap(({ where, puts }) =>
      puts.english.filter((name) => !puts.spanish.includes(name)).map((name) => `${where}: ${name}`),
    );
    // What the service itself says of a request is English; Spanish says what it comes to.
    expect(lost.filter((each) => !/: (?:message|why)$/.test(each))).toEqual([]);
  });
});
