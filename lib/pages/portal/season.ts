import { overallStatus } from "@/lib/engine/overall";
import { dayChoicesOf } from "@/lib/pages/portal/group-choices";
import { bySoonest, todayAt, whenOf } from "@/lib/pages/portal/group-days";
import { listedStanding, type ListedStanding } from "@/lib/pages/portal/group-left";
import { groupWork, type WorkedField } from "@/lib/pages/portal/group-work";
import { seasonHref, seasonToKeep } from "@/lib/pages/portal/offline";
import { brandView } from "@/lib/pages/portal/shell";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import { MOST_SORTED } from "@/lib/usecases/portal/read-group";
import { readSeason, type SeasonFacts, type SeasonField } from "@/lib/usecases/portal/read-season";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";
import type { DayChoice, TodayView, WhenView } from "@/lib/views/portal/group-days";
import type { SeasonCell, SeasonKind, SeasonLack, SeasonRow, SeasonView } from "@/lib/views/portal/season";
import { counted } from "@/lib/views/words";

const words = wordsIn({
  en: {
    count: (fields: number, products: number) => `${counted(fields, "field")}, ${counted(products, "product")}`,
    some: (fields: number, total: number, products: number) =>
      `The first ${fields} of ${counted(total, "field")} by name, ${counted(products, "product")}`,
    none: "No field of this group has an application that is open here.",
    short: (points: number) => `${points} short`,
    creditsShort: (credits: number) => `${counted(credits, "credit")} short`,
    lacking: (points: number, fields: number) =>
      `Pick the ${fields === 1 ? "field" : `${fields} fields`} that ${fields === 1 ? "lacks" : "lack"} ${counted(points, "point")}`,
    check: "check again",
    points: "points open",
    broken: "breaks a rule",
    wind: "needs wind",
    questions: "questions",
    texts: "texts to read",
    other: "open",
    nothing: "nothing left here",
  },
  es: {
    count: (fields, products) => `${counted(fields, "campo")}, ${counted(products, "producto")}`,
    some: (fields, total, products) =>
      `Los primeros ${fields} de ${counted(total, "campo")} por nombre, ${counted(products, "producto")}`,
    none: "Ningún campo de este grupo tiene una aplicación abierta aquí.",
    short: (points) => (points === 1 ? "falta 1" : `faltan ${points}`),
    creditsShort: (credits) => `${credits === 1 ? "falta" : "faltan"} ${counted(credits, "crédito")}`,
    lacking: (points, fields) =>
      fields === 1
        ? `Elegir el campo al que ${points === 1 ? "le falta" : "le faltan"} ${counted(points, "punto")}`
        : `Elegir los ${fields} campos a los que ${points === 1 ? "les falta" : "les faltan"} ${counted(points, "punto")}`,
    check: "verificar de nuevo",
    points: "puntos por resolver",
    broken: "incumple una regla",
    wind: "necesita viento",
    questions: "preguntas",
    texts: "textos por leer",
    other: "por resolver",
    nothing: "nada pendiente aquí",
  },
});

/** The season of a group's link, or where a link of one field belongs. `year` null is the latest that has applications. */
export async function seasonStart(
  session: PortalSession,
  year: number | null,
): Promise<{ view: SeasonView } | { listHref: string }> {
  const { scope, grant } = session;
  const listHref = `/portal/g/${grant}`;
  if (scope.kind === "field") return { listHref };
  const facts = await readSeason(session, scope, year);
  const fields = facts.fields.map((field) => judged(field, facts));
  const products = productsOf(fields);
  const kinds = new Kinds();
  const rows = fields
    .filter(({ applications }) => applications.length > 0)
    .map((field): SeasonRow => rowOf(field, products, kinds));
  const today = todayAt(session.pass.deps.clock(), facts.place);
  const worked = fields.flatMap((field) => workedField(field, today));
  const path = seasonHref(session);
  return {
    view: {
      brand: brandView(session),
      signOutHref: `${listHref}/sign-out`,
      here: `${path}?year=${facts.year}`,
      keep: seasonToKeep(session),
      servedAt: session.pass.deps.clock().toISOString(),
      listHref,
      name: scope.providerGroupId,
      year: facts.year,
      count: countInWords(facts, rows.length, products.length),
      years:
        facts.years.length < 2
          ? []
          : facts.years.map((each) => ({
              words: String(each),
              href: `${path}?year=${each}`,
              isPicked: each === facts.year,
            })),
      today,
      days: daysOf(listHref, facts, { fields, today }),
      products,
      kinds: kinds.all,
      rows,
      nothing: rows.length === 0 ? words().none : null,
      lacks: lacksOf(fields),
      work: groupWork(grant, today, worked),
    },
  };
}

interface JudgedApplication extends ListedStanding {
  scored: ScoredApplication;
  /** EPA's runoff points that it lacks; null: not known, or none asked. */
  gap: number | null;
  /** Credits of a trait's program that it is known to lack; null: none, or not known. */
  creditGap: number | null;
  /** Points of any menu, EPA's or a trait's, are known to be short. */
  isShort: boolean;
  when: WhenView;
}

interface JudgedField {
  field: SeasonField;
  /** Of the year that is shown, the latest first. */
  applications: JudgedApplication[];
}

const judged = (field: SeasonField, { scored, outdated }: SeasonFacts): JudgedField => ({
  field,
  applications: field.applications.flatMap(({ saved, notes }) => {
    const found = scored.get(saved.applicationEventId);
    const when = whenOf(saved, field.records);
    return found === undefined ? [] : [{ when, ...judgedApplication(found, notes, outdated) }];
  }),
});

/** The list of a larger group is not ordered by its days. */
function daysOf(
  listHref: string,
  { total, year, years }: SeasonFacts,
  { fields, today }: { fields: readonly JudgedField[]; today: TodayView },
): DayChoice[] {
  // Of another year than the latest, the list's own counts would be others.
  if (total > MOST_SORTED || years.some((each) => each > year)) return [];
  const listed = fields.map(({ applications }) => ({ whens: applications.map(({ when }) => when) }));
  const query = { search: "", page: 1, day: null, left: null, order: "day" } as const;
  return dayChoicesOf(listHref, query, { listed, today: today.day }).filter(({ kind }) => kind !== "all");
}

function judgedApplication(
  scored: ScoredApplication,
  notes: CheckNotes,
  outdated: SeasonFacts["outdated"],
): Omit<JudgedApplication, "when"> {
  const asked = scored.runoffAsComputed.filter(({ exempt }) => !exempt);
  const entry = asked.find(({ mitigationType }) => mitigationType === "epa_runoff");
  const short = asked.filter(({ status }) => status === "not_met");
  return {
    scored,
    ...listedStanding(scored, { notes, outdated: outdated.get(scored.saved.applicationEventId), provider: "" }),
    gap: entry?.gap ?? null,
    creditGap: short.find(({ mitigationType }) => mitigationType !== "epa_runoff")?.gap ?? null,
    isShort: short.length > 0,
  };
}

/** Names of products, those on the most fields first. */
function productsOf(fields: readonly JudgedField[]): string[] {
  const counts = new Map<string, number>();
  for (const { applications } of fields) {
    for (const name of new Set(applications.flatMap(namesOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)).map(([name]) => name);
}

const namesOf = ({ scored }: JudgedApplication): string[] =>
  scored.saved.products.map(({ productName }) => productName);

/** What cells say, each once: of three thousand there are a few dozen. */
class Kinds {
  readonly all: SeasonKind[] = [];
  readonly #places = new Map<string, number>();

  placeOf(kind: SeasonKind): number {
    const { standing, words: said, when } = kind;
    const key = [standing, said, when.day, when.record].join("|");
    const place = this.#places.get(key) ?? this.all.push(kind) - 1;
    this.#places.set(key, place);
    return place;
  }
}

const rowOf = ({ field, applications }: JudgedField, products: readonly string[], kinds: Kinds): SeasonRow => ({
  fieldId: field.fieldId,
  name: field.fieldName,
  cells: products.map((product) =>
    cellOf(
      applications.filter((each) => namesOf(each).includes(product)),
      kinds,
    ),
  ),
});

/** Of several applications of one product the worst. */
function cellOf(applications: readonly JudgedApplication[], kinds: Kinds): SeasonCell | null {
  const worst = overallStatus(
    applications.map(({ status }) => status),
    [],
  );
  const shown = applications.find(({ status }) => status === worst) ?? applications[0];
  if (shown === undefined) return null;
  const { status: standing, when } = shown;
  return [kinds.placeOf({ standing, words: leftInShort(shown), when }), shown.scored.saved.applicationEventId];
}

/** What breaks a rule is not said to need wind alone, or points that no one knows: neither would mend it. */
export function leftInShort(
  found: Pick<JudgedApplication, "status" | "left" | "gap" | "creditGap" | "isShort">,
): string {
  const { status, left, gap, creditGap, isShort } = found;
  const [first = "nothing"] = left;
  if (first === "points" && gap !== null && gap > 0) return words().short(gap);
  if (first === "points" && creditGap !== null && creditGap > 0) return words().creditsShort(creditGap);
  const isMended = first === "check" || (first === "points" && isShort);
  return status === "not_met" && !isMended ? words().broken : words()[first];
}

/** A measure is ticked for field and year, so a field lacks what the most demanding of its applications lacks. */
function lacksOf(fields: readonly JudgedField[]): SeasonLack[] {
  const byPoints = new Map<number, string[]>();
  for (const { field, applications } of fields) {
    const gap = Math.max(0, ...applications.map((each) => (each.left.includes("points") ? (each.gap ?? 0) : 0)));
    if (gap > 0) byPoints.set(gap, [...(byPoints.get(gap) ?? []), field.fieldId]);
  }
  return [...byPoints]
    .toSorted(([a], [b]) => a - b)
    .map(([points, fieldIds]) => ({ points, fieldIds, words: words().lacking(points, fieldIds.length) }));
}

function workedField({ field: { fieldId, fieldName }, applications }: JudgedField, today: TodayView): WorkedField[] {
  const [soonest] = applications.toSorted((a, b) => bySoonest(today.day)(a.when, b.when));
  if (soonest === undefined) return [];
  const left = [...new Set(applications.flatMap((each) => each.left))];
  const { headline, when, scored } = soonest;
  return [{ fieldId, name: fieldName, left, headline, when, soonest: scored }];
}

const countInWords = ({ total, fields }: SeasonFacts, rows: number, products: number): string =>
  fields.length < total ? words().some(rows, total, products) : words().count(rows, products);
