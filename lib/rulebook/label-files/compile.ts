import { methodClass, METHOD_CLASSES, type ApplicationMethod, type MethodClass } from "@/lib/domain/application";
import { countsTowardPass, type Citation, type Cited } from "@/lib/domain/citation";
import type { BuffersEsa, BufferType, Ingredient, LabelEdition } from "@/lib/domain/product";
import { engineEvidence, isReadTwice, weakestOf } from "@/lib/rulebook/label-files/evidence";
import { SINGLE_FACTS, type FactName, type FactOf, type LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import type { EditionFile, PartFile } from "@/lib/rulebook/label-files/schema-files";
import { type Fault, factsOf, joined, type SourcedFact } from "@/lib/rulebook/label-files/supplements";
import { rulesSchema } from "@/lib/rulebook/schema-catalogue";
import { pathText } from "@/lib/rulebook/schema-shared";

export type CompiledEdition = { ok: true; edition: LabelEdition } | { ok: false; faults: Fault[] };

/**
 * The facts of an edition and of the parts it names, as the rules that the engine reads. `labels`: what a supplemental label adds to, whose
 * facts hold beside its own.
 */
export function compileEdition(
  file: EditionFile,
  parts: readonly PartFile[],
  labels: readonly EditionFile[] = [],
): CompiledEdition {
  const { facts: all, faults: against } = joined(file, labels, parts);
  const faults = [...against, ...saidTwice(all)];
  if (faults.length > 0) return { ok: false, faults };
  const book = new FactBook(all);
  const isReadToEnd = [file, ...labels].every(({ text }) => text.readToEnd);
  const rules = book.hasRules() ? rulesSchema.safeParse(rawRules(book, isReadToEnd)) : null;
  if (rules !== null && !rules.success) {
    return {
      ok: false,
      faults: rules.error.issues.map(({ path, message }) => ({ path: `rules.${pathText(path)}`, reason: message })),
    };
  }
  const ingredients = book.all("ingredient").map(({ value }): Ingredient => value);
  return {
    ok: true,
    edition: {
      labelDate: file.labelDate,
      from: file.from,
      until: file.until,
      formulation: book.one("formulation")?.value ?? null,
      ingredients: ingredients.length === 0 ? null : ingredients,
      esaLabelLanguage: languageOfAll([file, ...labels], parts),
      rules: rules === null ? null : { ...rules.data, citations: book.citations() },
    },
  };
}

/** One of two would be taken without a word: a file is checked for that by itself, and not with the parts that it names. */
const saidTwice = (all: readonly SourcedFact[]): { path: string; reason: string }[] =>
  SINGLE_FACTS.filter((name) => all.filter(({ fact }) => fact.fact === name).length > 1).map((name) => ({
    path: "parts",
    reason: `${name} stands in two of this file and its parts`,
  }));

/**
 * Whether the label has ESA language. A "no" ends every check, so it rests on a text read to its end by two people, or
 * by the scan of the stamped label; anything less is unknown. An unverified "yes" is unknown too.
 */
function languageOf(fact: FactOf<"esa_language"> | undefined, { text }: EditionFile): boolean | null {
  if (fact === undefined || fact.value === "unreadable") return null;
  if (fact.value === "yes") return fact.evidence === "unverified" ? null : true;
  const isEstablished = isReadTwice(fact) || (fact.evidence === "computed" && text.kind === "stamped");
  return isEstablished && text.readToEnd ? false : null;
}

/** One label with it is enough, and all have to be without it. */
function languageOfAll(labels: readonly EditionFile[], parts: readonly PartFile[]): boolean | null {
  const each = labels.map((label) => languageOf(new FactBook(factsOf(label, parts)).one("esa_language"), label));
  if (each.includes(true)) return true;
  return each.includes(null) ? null : false;
}

/** Facts by name, with the citation of each. */
class FactBook {
  readonly #facts: readonly SourcedFact[];
  readonly #citations: Record<string, Citation> = {};

  constructor(facts: readonly SourcedFact[]) {
    this.#facts = facts;
  }

  all<N extends FactName>(name: N): FactOf<N>[] {
    return this.#facts.flatMap(({ fact }) => (fact.fact === name ? [fact as FactOf<N>] : []));
  }

  one<N extends FactName>(name: N): FactOf<N> | undefined {
    return this.all(name)[0];
  }

  /** Facts about the product alone make no rules: an edition of which only those are known has none. */
  hasRules(): boolean {
    return this.#facts.some(
      ({ fact }) => !["esa_language", "formulation", "ingredient", "label_text"].includes(fact.fact),
    );
  }

  /** What the engine's rules carry of one fact or of several. */
  cited(...facts: LabelFact[]): Cited {
    const notes = facts.flatMap(({ note }) => note ?? []);
    return {
      evidence: weakestOf(facts),
      cite: [...new Set(facts.flatMap((fact) => this.#keysOf(fact)))],
      ...(notes.length > 0 && { note: [...new Set(notes)].join(" ") }),
    };
  }

  /** For what every edition has and no one has entered of this one. */
  notEntered(): Cited {
    const [source] = this.#facts.flatMap(({ sources }) => Object.values(sources));
    const { title = "label", url = null, documentDate = null } = source ?? {};
    this.#citations["NOT-ENTERED"] = { title, locator: "not entered", url, documentDate, checkedOn: null };
    return { evidence: "unverified", cite: ["NOT-ENTERED"] };
  }

  citations(): Record<string, Citation> {
    return this.#citations;
  }

  #keysOf(fact: LabelFact): string[] {
    const sources = this.#facts.find((each) => each.fact === fact)?.sources ?? {};
    return fact.sources.map((source) => {
      const key = fact.page === null ? source : `${source} ${fact.page}`;
      const { title = source, url = null, documentDate = null } = sources[source] ?? {};
      this.#citations[key] = { title, locator: fact.page ?? "no page", url, documentDate, checkedOn: fact.checkedOn };
      return key;
    });
  }
}

/** Rules in the shape of a rule file; `rulesSchema` checks them like any other. */
function rawRules(book: FactBook, isReadToEnd: boolean): unknown {
  const expiry = book.one("expires_on");
  const runoffNone = book.one("runoff_none");
  const points = book.all("runoff_points");
  const isRunoffNone = runoffNone !== undefined && countsTowardPass(engineEvidence(runoffNone));
  const driftNone = book.one("drift_none");
  const drift = driftOf(book);
  return {
    methods: methodsOf(book),
    ...(expiry !== undefined && { expiresOn: expiry.value }),
    ...(isReadToEnd && { isReadToEnd: true }),
    limits: limitsOf(book),
    ...conditionsOf(book, drift === null ? setupFacts(book) : []),
    runoff:
      points.length > 0 ? points.map((fact) => ({ ...fact.value, ...book.cited(fact) })) : isRunoffNone ? [] : null,
    drift,
    driftResolved: drift !== null || (driftNone !== undefined && countsTowardPass(engineEvidence(driftNone))),
    disallowedMeasures: book.all("disallowed_measure").map((fact) => ({ ...fact.value, ...book.cited(fact) })),
    adjuvants: book.all("adjuvant").map((fact) => ({ ...fact.value, ...book.cited(fact) })),
  };
}

/** A fact with the body of the condition that is made of it. */
type ConditionFact = readonly [LabelFact, object];

function conditionsOf(book: FactBook, ofSetup: readonly ConditionFact[]): { conditions?: unknown[] } {
  const facts: ConditionFact[] = [...book.all("condition").map((fact) => [fact, fact.value] as const), ...ofSetup];
  if (facts.length === 0) return {};
  return {
    conditions: facts.map(([fact, body]) => ({
      ...body,
      ...(fact.quote !== null && { quote: fact.quote }),
      ...(fact.page !== null && { page: fact.page }),
      ...book.cited(fact),
    })),
  };
}

/** Droplets and boom that a label sets without a buffer: no drift rule carries them, and they bind all the same. */
function setupFacts(book: FactBook): ConditionFact[] {
  const droplet = book.one("droplet_minimum");
  const boom = book.one("boom_maximum");
  return [
    ...(droplet === undefined ? [] : [[droplet, dropletCondition(droplet.value)] as const]),
    ...(boom === undefined
      ? []
      : [
          [
            boom,
            { id: "boom-maximum", kind: "boom_height", highest: boom.value, text: BOOM_TEXTS[boom.value] },
          ] as const,
        ]),
  ];
}

const BOOM_TEXTS = {
  low: "Boom at most 24 inches above the target or canopy.",
  high: "The boom may be more than 24 inches above the target or canopy.",
} as const;

/** A list of nozzles, or a class that is not established, is a limit that no one has read as a class. */
function dropletCondition(minimum: FactOf<"droplet_minimum">["value"]): object {
  const head = { id: "droplet-minimum" };
  if (minimum === "nozzle_list") {
    return { ...head, kind: "unread", asks: "nozzle_on_list", text: "Nozzles of the label's list only." };
  }
  if (minimum === "unresolved") {
    return {
      ...head,
      kind: "unread",
      text: "Droplets no finer than the label says. No one has read which class that is.",
    };
  }
  return { ...head, kind: "droplets", minimum, text: `Droplets no finer than ${minimum.replaceAll("_", " ")}.` };
}

const isClass = (text: string): text is MethodClass => METHOD_CLASSES.some((known) => known === text);

/** A label that was not read for methods is silent on all of them, which resolves nothing. */
function methodsOf(book: FactBook): unknown {
  const permitted = book.one("methods_permitted");
  const excluded = book.one("methods_excluded");
  const facts = [permitted, excluded].filter((fact) => fact !== undefined);
  const names = excluded?.value ?? [];
  const classes = names.filter(isClass);
  const single = names.filter((name): name is ApplicationMethod => !isClass(name));
  return {
    permitted: permitted?.value ?? [],
    excluded: classes,
    ...(single.length > 0 && { excludedMethods: single.filter((name) => !classes.includes(methodClass(name))) }),
    ...(facts.length > 0 ? book.cited(...facts) : book.notEntered()),
  };
}

function limitsOf(book: FactBook): unknown[] {
  const rate = book.one("max_single_rate");
  const volume = book.one("min_volume_gpa");
  const wind = book.one("wind_range");
  return [
    ...(rate === undefined ? [] : [{ kind: "max_single_rate", ...rate.value, ...book.cited(rate) }]),
    ...(volume === undefined ? [] : [{ kind: "min_volume", gpa: volume.value, ...book.cited(volume) }]),
    ...(wind === undefined ? [] : [{ kind: "wind_range", ...wind.value, ...book.cited(wind) }]),
    ...book.all("direction").map((fact) => ({ kind: "not_checked", text: fact.value, ...book.cited(fact) })),
  ];
}

/** Relief counts only where its evidence does; what restricts makes the rule as weak as its weakest fact. */
function driftOf(book: FactBook): unknown {
  const buffers = book.all("drift_buffer");
  if (buffers.length === 0) return null;
  const droplet = book.one("droplet_minimum");
  const boom = book.one("boom_maximum");
  const reducible = book.one("buffer_reducible");
  const grounds = book.all("counts_in_buffer").filter((fact) => countsTowardPass(engineEvidence(fact)));
  const restricting = [...buffers, droplet, boom].filter((fact) => fact !== undefined);
  const relief = [reducible, ...grounds].filter((fact) => fact !== undefined);
  return {
    minDropletSize: droplet?.value ?? null,
    maxBoomHeight: boom?.value ?? null,
    buffersEsa: {
      anchor: "field_edge_inward",
      canMitigate: reducible !== undefined && countsTowardPass(engineEvidence(reducible)) && reducible.value,
      exclusionCategories: [...new Set(grounds.flatMap(({ value }) => value))],
      bufferTypes: bufferTypesOf(buffers),
    },
    ...reliefOf(book),
    ...book.cited(...restricting, ...relief),
    evidence: weakestOf(restricting),
  };
}

/** Relief that rests on nothing better than a guess is left out: no reduction is read, and no crop is tolerated. */
function reliefOf(book: FactBook): { reductions?: unknown; toleratedCrops?: string[] } {
  const reductions = book.one("buffer_reductions");
  const crops = book.one("tolerated_crops");
  const counts = (found: LabelFact): boolean => countsTowardPass(engineEvidence(found));
  return {
    ...(reductions !== undefined && counts(reductions) && { reductions: reductionSource(book, reductions) }),
    ...(crops !== undefined && counts(crops) && { toleratedCrops: crops.value }),
  };
}

function reductionSource(book: FactBook, found: FactOf<"buffer_reductions">): unknown {
  const { source, rows } = found.value;
  if (source !== "label_table") return { source };
  return { source, rows: rows?.map((row) => ({ ...row, ...book.cited(found) })) ?? null };
}

function bufferTypesOf(buffers: readonly FactOf<"drift_buffer">[]): BuffersEsa["bufferTypes"] {
  const types = [...new Set(buffers.map(({ value }) => value.bufferType))];
  const methodsOfType = (type: BufferType) =>
    buffers
      .filter(({ value }) => value.bufferType === type)
      .map(({ value: { method, distanceFt, minDropletSize, boomHeight, windSpeedRanges, rateRanges } }) => ({
        type: method,
        distanceFt,
        mitigationType: `epa_drift_${method}` as const,
        minDropletSize,
        boomHeight,
        windSpeedRanges,
        rateRanges,
      }));
  return Object.fromEntries(types.map((type) => [type, { methods: methodsOfType(type) }]));
}
