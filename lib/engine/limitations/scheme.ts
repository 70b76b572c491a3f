/** Which mitigation scheme a limitation's own words refer to. */
export type LimitationScheme = "mitigation_menu" | "other_scheme" | "unnamed_points" | "none";

/**
 * Words by which a limitation text refers to a scheme; the first that occurs decides. The menu by its name comes
 * first: a text that names it asks for its points, whatever else it names. Other schemes come before plain points,
 * because their texts speak of points too.
 * Source: docs/evidence.md, Mitigation schemes (three EPA schemes and the labels' own credit tables); docs/rules.md, Products and labels.
 */
const WORDS: readonly { phrase: string; scheme: LimitationScheme }[] = [
  { phrase: "mitigation menu", scheme: "mitigation_menu" },
  { phrase: "mitigation-menu", scheme: "mitigation_menu" },
  { phrase: "drift and runoff reduction measures", scheme: "other_scheme" },
  { phrase: "runoff reduction measures", scheme: "other_scheme" },
  { phrase: "biological opinion", scheme: "other_scheme" },
  { phrase: "nmfs", scheme: "other_scheme" },
  { phrase: "credits", scheme: "other_scheme" },
  { phrase: "points", scheme: "unnamed_points" },
];

/**
 * The scheme a limitation without a rule refers to. A reference to points that no one has turned into a rule
 * leaves the target unresolved, points without the menu's name leave open whose points they are, and another scheme is
 * unsupported; none is ever read as "nothing required".
 */
export function limitationScheme(text: string): LimitationScheme {
  const lower = text.toLowerCase();
  return WORDS.find(({ phrase }) => lower.includes(phrase))?.scheme ?? "none";
}

/**
 * Whether a limitation's words ask for a distance from what lies beside the field because of drift. Without a rule
 * no one knows how far, so it leaves the buffer unresolved.
 */
export const asksForDriftBuffer = (text: string): boolean =>
  /\bdrift\b/i.test(text) && /\b(?:buffers?|setbacks?|feet|foot|ft)\b/i.test(text);
