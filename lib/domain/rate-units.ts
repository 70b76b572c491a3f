/** Units of rates: what they are, and what callers write for them. */

/** `oz` is the plain ounce, which is a volume or a weight depending on the product; `oz_wt` says weight. */
export const AMOUNT_UNITS = ["fl_oz", "pt", "qt", "gal", "ml", "l", "oz", "oz_wt", "lb", "g", "kg"] as const;
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

export const RATE_BASES = [
  "acre",
  "hectare",
  "per_100_gal",
  "per_100_cu_ft",
  "per_1000_row_ft",
  "per_1000_sq_ft",
  "percent_volume",
] as const;
export type RateBasis = (typeof RATE_BASES)[number];

/** A rate unit as understood: an amount of product over a basis, or a share of the spray volume. */
export type RateUnit =
  | { amount: AmountUnit; basis: Exclude<RateBasis, "percent_volume"> }
  | { amount: "percent"; basis: "percent_volume" };

/** Why a rate has no number per acre, or none that compares with the label. */
export type RateProblem =
  | { kind: "unknown_unit"; rateUnit: string }
  | { kind: "ambiguous_ounce" }
  | { kind: "no_row_spacing" }
  | { kind: "no_spray_volume" }
  | { kind: "too_large" }
  /** Listed more than once, in units that cannot be added up. */
  | { kind: "listed_twice" }
  /** The label's limit is in this unit, and the rate cannot be brought to it. */
  | { kind: "other_unit_than_limit"; limitUnit: "fl_oz_per_acre" | "lb_per_acre" }
  | { kind: "no_volume_for_limit" };

// Aliases are written without blanks, dots, thousands commas, hyphens and brackets: `compact` takes those out first.
const words = (list: string): string[] => list.split(" ");

const AMOUNT_ALIASES: Record<AmountUnit, string[]> = {
  fl_oz: words(
    "floz flozs fluidoz fluidounce fluidounces flounce flounces ozfl ozliquid liquidoz liquidounce liquidounces usfloz",
  ),
  pt: words("pt pts pint pints liquidpt liquidpint liquidpints"),
  qt: words("qt qts quart quarts liquidqt liquidquart liquidquarts"),
  gal: words("gal gals gallon gallons usgal usgallon usgallons"),
  ml: words("ml mls milliliter milliliters millilitre millilitres cc"),
  l: words("l ltr ltrs liter liters litre litres"),
  oz: words("oz ozs ounce ounces"),
  oz_wt: words("ozwt ozwts wtoz ozweight ozbyweight weightoz ozdry dryoz dryounce dryounces ozm ozav"),
  lb: words("lb lbs pound pounds"),
  g: words("g gm gms gram grams"),
  kg: words("kg kgs kilo kilos kilogram kilograms"),
};

/** A rate of product may say so. A rate of active ingredient (`lb ai/ac`) is another quantity and is not listed. */
const PRODUCT_WORDS = ["", "product", "ofproduct"];

const WATER_WORDS = ["", ...words("water ofwater spray ofspray spraysolution ofspraysolution solution ofsolution")];
const ROW_FEET = words("rowft rowfeet rowfoot ftrow feetrow ftofrow feetofrow footofrow");

const hundred = (units: string[]): string[] =>
  units.flatMap((unit) => WATER_WORDS.map((water) => `100${unit}${water}`));

// A bare `1000 ft` is not listed: it is written for row feet and for square feet alike.
const BASIS_ALIASES: Record<Exclude<RateBasis, "percent_volume">, string[]> = {
  acre: words("ac a acs acre acres 1ac 1a 1acre"),
  hectare: words("ha hectare hectares 1ha 1hectare"),
  per_100_gal: hundred(words("gal gals gallon gallons usgal usgallons")),
  per_100_cu_ft: hundred(words("cuft cufeet cubicft cubicfeet cubicfoot ft3 cf")),
  per_1000_row_ft: [
    ...ROW_FEET.flatMap((feet) => [`1000${feet}`, `1000linear${feet}`]),
    ...words("1000linearft 1000linearfeet 1000linft"),
  ],
  per_1000_sq_ft: words("1000sqft 1000sqfeet 1000squareft 1000squarefeet 1000squarefoot 1000ft2 1000feet2 1000sf"),
};

const PERCENT_WORDS = words("% percent pct");
const BY_VOLUME = words("v/v vv vol/vol vol volume volume/volume byvolume");
const PERCENT_VOLUME_ALIASES = [
  "v/v%",
  ...PERCENT_WORDS.flatMap((percent) => BY_VOLUME.map((share) => percent + share)),
];

/** Domain ids of the ADAPT unit system, whose composites read `floz1ac-1`. */
const ADAPT_IDS: [string, AmountUnit][] = [
  ["floz", "fl_oz"],
  ["pt", "pt"],
  ["qt", "qt"],
  ["gal", "gal"],
  ["ml", "ml"],
  ["l", "l"],
  ["ozm", "oz_wt"],
  ["lb", "lb"],
  ["g", "g"],
  ["kg", "kg"],
];

/** Units as a caller is shown them. */
export const RATE_UNIT_NAMES: readonly string[] = [
  ...["fl oz", "pt", "qt", "gal", "ml", "L", "oz", "lb", "g", "kg"].flatMap((amount) =>
    ["ac", "ha", "100 gal", "100 cu ft", "1000 row ft", "1000 sq ft"].map((basis) => `${amount}/${basis}`),
  ),
  "% v/v",
];

const invert = <Name extends string>(aliases: Record<Name, string[]>, suffixes: string[]): Map<string, Name> =>
  new Map(
    (Object.keys(aliases) as Name[]).flatMap((name) =>
      aliases[name].flatMap((alias) => suffixes.map((suffix): [string, Name] => [alias + suffix, name])),
    ),
  );

const AMOUNTS = invert(AMOUNT_ALIASES, PRODUCT_WORDS);
const BASES = invert(BASIS_ALIASES, [""]);
const WHOLE_UNITS = new Map<string, RateUnit>([
  ...PERCENT_VOLUME_ALIASES.map((alias): [string, RateUnit] => [alias, { amount: "percent", basis: "percent_volume" }]),
  ...ADAPT_IDS.flatMap(([id, amount]): [string, RateUnit][] => [
    [`${id}1ac-1`, { amount, basis: "acre" }],
    [`${id}1ha-1`, { amount, basis: "hectare" }],
  ]),
]);

/**
 * `FL. OZ. per 1,000 ft. of row` and `fl oz/1000 ft of row` come to the same letters. A dot or hyphen before a digit
 * stays, so that `10.00 row ft` does not turn into 1,000.
 */
const compact = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ")
    .replaceAll(/\bper\b/g, "/")
    .replaceAll(/,(?=\d{3}(?!\d))|[.-](?!\d)|[ ()[\]]/g, "");

/**
 * What a caller's rate unit means; null when it is not one of the table, or could mean two things.
 *
 * Spelling is forgiving by a table of aliases, so that what is accepted can be read and tested: a pattern that
 * almost fits would turn a typing error into a rate. `oz` is plain ounces and never fluid ounces.
 * Source: docs/contract.md, Methods, droplets, and units docs/rules.md, Rates; ADAPT ids: docs/evidence.md, Rate unit identifiers.
 */
export function parseRateUnit(text: string): RateUnit | null {
  const compacted = compact(text);
  const whole = WHOLE_UNITS.get(compacted);
  if (whole !== undefined) return whole;
  const [amountText, basisText, ...rest] = compacted.split("/");
  if (amountText === undefined || basisText === undefined || rest.length > 0) return null;
  const amount = AMOUNTS.get(amountText);
  const basis = BASES.get(basisText);
  return amount === undefined || basis === undefined ? null : { amount, basis };
}

/** Whether the rate is per length of row, so that only the row spacing brings it to an acre. An unknown unit is not. */
export const needsRowSpacing = (text: string): boolean => parseRateUnit(text)?.basis === "per_1000_row_ft";
