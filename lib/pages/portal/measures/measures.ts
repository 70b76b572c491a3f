import type { Citation } from "@/lib/domain/citation";
import type { MenuCategory, MenuOption, MitigationMenu, SubOption } from "@/lib/domain/mitigation";
import type { CitationView, FieldYearLive } from "@/lib/views/portal/field-year";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type {
  CategoryText,
  LastYearView,
  MeasuresView,
  MeasureText,
  MenuText,
  OptionText,
} from "@/lib/views/portal/measures";
import { RUNOFF_SYSTEMS, type RunoffSystem } from "@/lib/domain/product";
import type { Rulebook } from "@/lib/domain/tables";
import { wordsIn } from "@/lib/views/language";
import { capital, scoreInWords, unitsInWords } from "@/lib/views/words";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { liveView } from "@/lib/pages/portal/field-year/live";
import { readFieldYear, type FieldYearFacts } from "@/lib/usecases/portal/read-field-year";
import { systemTitle } from "@/lib/pages/portal/field-year/tallies";
import { evidenceOf, soilsInWords } from "@/lib/pages/portal/measures/words";
import { shownCitation } from "@/lib/views/documents";
import { tableText } from "@/lib/views/vocabulary/table-text";

const words = wordsIn({
  en: {
    epa_runoff:
      "EPA's runoff and erosion mitigation menu. Tick what is in place on this field in this year; every change saves itself.",
    trait_runoff:
      "The credit table of a herbicide-tolerant trait program. It is scored by itself: the same practice may count differently there, and nothing ticked in one list counts in the other.",
    onlyOne: "Only one of these counts.",
    onlySome: (most: number) => `Only ${most} of these count.`,
    atMost: (score: string) => `At most ${score} in all.`,
    vary: (units: string) => `${capital(units)} vary`,
  },
  es: {
    epa_runoff:
      "El Menú de Mitigación de la EPA contra la escorrentía y la erosión. Marque lo que está implementado en este campo en este año; cada cambio se guarda solo.",
    trait_runoff:
      "La tabla de créditos de un programa de rasgos tolerantes a herbicidas. Se cuenta por separado: la misma práctica puede contar allí de otra manera, y nada de lo marcado en una lista cuenta en la otra.",
    onlyOne: "Solo una de estas cuenta.",
    onlySome: (most) => `Solo ${most} de estas cuentan.`,
    atMost: (score) => `Como máximo ${score} en total.`,
    vary: (units) => `Los ${units} varían`,
  },
});

/** The field, year and application of a page. */
export const fieldYearPlace = ({ field, year, current }: OpenFieldYear): FieldYearRef => ({
  fieldId: field.fieldId,
  year,
  applicationEventId: current?.applicationEventId ?? null,
});

/** The measures page: both menus with their texts, and how everything in them stands. */
export async function readMeasures(pass: PortalPass, place: FieldYearRef): Promise<MeasuresView> {
  const facts = await readFieldYear(pass, place);
  const { rulebook } = facts;
  const live = liveView(facts, pass.actor);
  const shown = new Set(live.measures.map(({ id }) => id));
  const menus = RUNOFF_SYSTEMS.map((system) => menuText(rulebook.menus[system], rulebook, shown));
  return { menus, lastYear: lastYearView(facts, live), live };
}

/** What the applicator had on this field a year ago, as far as this year's menu still lets it be ticked. */
function lastYearView({ record, rulebook }: FieldYearFacts, { measures, lock }: FieldYearLive): LastYearView[] {
  if (lock.isLocked) return [];
  return RUNOFF_SYSTEMS.flatMap((system) => {
    const open = new Set(
      measures.filter((each) => each.system === system && !each.isAutomatic && !each.isOutOfReach).map(({ id }) => id),
    );
    const had = new Set(record.lastYear.filter((each) => each.system === system).map(({ subOptionId }) => subOptionId));
    const kept = rulebook.menus[system].categories
      .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
      .filter(({ id }) => had.has(id) && open.has(id))
      .map(({ id, label }) => ({ id, label: tableText(label) }));
    return kept.length === 0 ? [] : [{ system, year: record.year - 1, measures: kept }];
  });
}

const byOrder = (a: { sortOrder: number }, b: { sortOrder: number }): number => a.sortOrder - b.sortOrder;

function menuText(menu: MitigationMenu, rulebook: Rulebook, shown: ReadonlySet<number>): MenuText {
  return {
    system: menu.system,
    title: systemTitle(menu.system),
    introduction: words()[menu.system],
    edition: menu.edition,
    categories: [...menu.categories]
      .sort(byOrder)
      .map((category) => categoryText(category, { rulebook, shown, system: menu.system }))
      .filter(({ options }) => options.length > 0),
  };
}

/** What the texts of one menu are made with. */
interface Telling {
  system: RunoffSystem;
  rulebook: Rulebook;
  /** The measures that the page shows. */
  shown: ReadonlySet<number>;
}

const categoryText = (category: MenuCategory, telling: Telling): CategoryText => ({
  id: category.id,
  label: tableText(category.label),
  description: tableText(category.description),
  options: [...category.options]
    .sort(byOrder)
    .map((option) => optionText(option, telling))
    .filter(({ measures }) => measures.length > 0),
});

const optionText = (option: MenuOption, telling: Telling): OptionText => ({
  id: option.id,
  label: tableText(option.label),
  texts: [tableText(option.description), tableText(option.helperText), ...limitsOf(option, telling)].filter(
    (text) => text !== null,
  ),
  helperLink: option.helperLink,
  measures: option.subOptions
    .filter(({ id }) => telling.shown.has(id))
    .map((subOption) => measureText(subOption, telling)),
});

function limitsOf({ maxSelect, pointsCap, subOptions }: MenuOption, { system }: Telling): string[] {
  const limits: string[] = [];
  if (maxSelect !== null && subOptions.length > maxSelect) {
    limits.push(maxSelect === 1 ? words().onlyOne : words().onlySome(maxSelect));
  }
  if (pointsCap !== null) limits.push(words().atMost(scoreInWords(pointsCap, system)));
  return limits;
}

const measureText = (subOption: SubOption, { system, rulebook: { citations } }: Telling): MeasureText => ({
  id: subOption.id,
  label: tableText(subOption.label),
  points: subOption.points === null ? words().vary(unitsInWords(system)) : scoreInWords(subOption.points, system),
  soils: soilsInWords(subOption.hydrologicSoilGroup),
  helperText: tableText(subOption.helperText),
  helperLink: subOption.helperLink,
  evidence: evidenceOf(subOption),
  citations: citationsOf(subOption.cite, citations),
});

export const citationsOf = (keys: readonly string[], citations: Record<string, Citation>): CitationView[] =>
  keys.flatMap((key) => {
    const citation = citations[key];
    return citation === undefined ? [] : [shownCitation(citation)];
  });
