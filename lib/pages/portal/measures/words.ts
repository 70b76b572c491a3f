import { countsTowardPass } from "@/lib/domain/citation";
import type { FieldGround } from "@/lib/domain/field";
import { decimalText } from "@/lib/domain/numbers";
import type { AutoCreditSource, MenuCategory, MenuOption, SubOption } from "@/lib/domain/mitigation";
import type { RunoffSystem } from "@/lib/domain/product";
import type { SoilSplit } from "@/lib/domain/soil";
import { wordsIn } from "@/lib/views/language";
import { countyInWords } from "@/lib/views/county-name";
import { evidenceInWords } from "@/lib/views/documents";
import { whySoilGivesNone } from "@/lib/views/soil-credit";
import { listInWords, scoreInWords, shortDayInWords, unitsInWords } from "@/lib/views/words";
import { countyNote } from "@/lib/engine/runoff/auto-credits";
import type { Prospect } from "@/lib/engine/runoff/would-count";
import { countedGroup } from "@/lib/engine/soil-group";
import { tableText } from "@/lib/views/vocabulary/table-text";

const words = wordsIn({
  en: {
    A_B: "A and B soils",
    C_D: "C and D soils",
    forSoils: (soils: string) => `For ${soils}`,
    doesNotCount: (why: string) => `Does not count${why}`,
    wouldNotCount: (why: string) => `Would not count${why}`,
    counts: (score: string) => `Counts ${score}`,
    wouldAdd: (score: string) => `Would add ${score}`,
    wouldAddNone: (units: string) => `Would add no ${units}`,
    wouldReplace: (change: string, others: string) => `${change}: it would replace ${others}`,
    ruledOut: (products: string) => ` with ${products}: the label rules it out`,
    overLimit: (limit: string) => `: ${limit}`,
    overLimitBeside: (limit: string, rivals: string) => `: ${limit}, and ${rivals} counts already`,
    overCap: (option: string, most: string) => `: ${option} gives at most ${most}`,
    sameGround: (rivals: string) => ` beside ${rivals}: they may be one strip, and the same ground counts once`,
    besideAnother: " beside another measure that goes before it",
    beside: (rivals: string) => ` beside ${rivals}`,
    tooLate: (day: string) => `: it is dated after the application on ${day}, and has to be in place by then`,
    notEarned: ": the field does not earn it by itself any more",
    treatsAll: ": this method treats the whole field",
    overShare: ": with this application the year has, or may have, more of what the label allows",
    overTimes: ": the field has more applications in the year",
    notVerified: (units: string) => `: its ${units} are not verified`,
    notInMenu: ": the menu no longer holds it",
    soilNeeded: " until the field's soil group is known; soil data is missing",
    here: "this field's soil",
    hereOf: (group: string) => `this field's soil, group ${group}`,
    notAnyMore: (here: string) => ` any more on ${here}`,
    otherSoil: (here: string, soils: string) => ` on ${here}: it is for ${soils}`,
    onlyOneOf: (of: string) => `only one of ${of} counts`,
    onlySomeOf: (most: number, of: string) => `only ${most} of ${of} count`,
    always: "Always credited: this service keeps the record of your measures.",
    fromMap: "Found from the map.",
    county: (name: string) => `County: ${name}`,
    fromSurvey: (figures: string) => `Found from the soil survey${figures}.`,
    slopeFound: (slopePct: string) => `: the field's average slope is ${slopePct} %`,
    soilFound: (group: string, share: string) => `: soil group ${group} covers ${share} % of the field`,
    largestUnit: (name: string, share: string) => `; its largest soil unit is ${name} (${share} %)`,
    countyDecides: "Not this field: the county decides, and it is found from the map",
    notUntilSoil: "Not given until the field's soil is known; soil data is missing",
    slopeUnknown: "Not given: the field's slope is not known",
    slopeOther: (slopePct: string) => `Not this field: its average slope is ${slopePct} %`,
    groupUnknown: "Not given: the field's soil group is not known",
    groupOther: (group: string) => `Not this field: its soil group is ${group}`,
  },
  es: {
    A_B: "suelos de los grupos A y B",
    C_D: "suelos de los grupos C y D",
    forSoils: (soils) => `Para ${soils}`,
    doesNotCount: (why) => `No cuenta${why}`,
    wouldNotCount: (why) => `No contaría${why}`,
    counts: (score) => `Cuenta ${score}`,
    wouldAdd: (score) => `Sumaría ${score}`,
    wouldAddNone: (units) => `No sumaría ${units}`,
    wouldReplace: (change, others) => `${change}: reemplazaría a ${others}`,
    ruledOut: (products) => ` junto con ${products}: la etiqueta la excluye`,
    overLimit: (limit) => `: ${limit}`,
    overLimitBeside: (limit, rivals) => `: ${limit}, y ya cuenta ${rivals}`,
    overCap: (option, most) => `: ${option} da como máximo ${most}`,
    sameGround: (rivals) => ` junto a ${rivals}: pueden ser una sola franja, y el mismo terreno cuenta una vez`,
    besideAnother: " junto a otra medida que tiene prioridad",
    beside: (rivals) => ` junto a ${rivals}`,
    tooLate: (day) => `: su fecha es posterior a la aplicación del ${day}, y debe estar implementada para entonces`,
    notEarned: ": el campo ya no la obtiene por sí mismo",
    treatsAll: ": este método trata todo el campo",
    overShare:
      ": con esta aplicación el año ya usa, o puede usar, una parte mayor del máximo anual de la etiqueta que la que esta medida deja",
    overTimes: ": el campo tiene más aplicaciones en el año",
    notVerified: (units) => `: sus ${units} no están verificados`,
    notInMenu: ": el menú ya no la contiene",
    soilNeeded: " hasta que se conozca el grupo de suelo del campo; faltan datos de suelo",
    here: "el suelo de este campo",
    hereOf: (group) => `el suelo de este campo, grupo ${group}`,
    notAnyMore: (here) => ` ya en ${here}`,
    otherSoil: (here, soils) => ` en ${here}: es para ${soils}`,
    onlyOneOf: (of) => `solo una de ${of} cuenta`,
    onlySomeOf: (most, of) => `solo ${most} de ${of} cuentan`,
    always: "Siempre se acredita: este servicio lleva el registro de sus medidas.",
    fromMap: "Se obtuvo del mapa.",
    county: (name) => `Condado: ${name}`,
    fromSurvey: (figures) => `Se obtuvo del estudio de suelos${figures}.`,
    slopeFound: (slopePct) => `: la pendiente media del campo es de ${slopePct} %`,
    soilFound: (group, share) => `: el grupo de suelo ${group} cubre ${share} % del campo`,
    largestUnit: (name, share) => `; su unidad de suelo más grande es ${name} (${share} %)`,
    countyDecides: "No para este campo: lo decide el condado, y se obtiene del mapa",
    notUntilSoil: "No se da hasta que se conozca el suelo del campo; faltan datos de suelo",
    slopeUnknown: "No se da: no se conoce la pendiente del campo",
    slopeOther: (slopePct) => `No para este campo: su pendiente media es de ${slopePct} %`,
    groupUnknown: "No se da: no se conoce el grupo de suelo del campo",
    groupOther: (group) => `No para este campo: su grupo de suelo es ${group}`,
  },
});

/** What the words about one measure are chosen by. */
export interface WordFacts {
  system: RunoffSystem;
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
  prospect: Prospect;
  ground: FieldGround | null;
  /** Products that rule the measure out. */
  ruledOutBy: readonly string[];
  labelOf: (subOptionId: number) => string;
  /** The day of the application, where the measure is selected with a later date. */
  tooLateFor: string | null;
}

export const soilsInWords = (split: SoilSplit | null): string | null =>
  split === null ? null : words().forSoils(words()[split]);

const quoted = (text: string): string => `“${text}”`;
const decimal = (value: number): string => decimalText(value, 1);

/** What a measure counts or would count, or why it does not: said before it is chosen, in the engine's terms. */
export function verdictOf(facts: WordFacts, countedPoints: number | null): string {
  const { prospect, system } = facts;
  if (!prospect.counts) return words()[prospect.isSelected ? "doesNotCount" : "wouldNotCount"](whyNot(facts));
  if (prospect.isSelected) return `${countsInWords(countedPoints ?? 0, system)}${whyNone(facts, countedPoints)}`;
  const change =
    prospect.pointsChange > 0
      ? words().wouldAdd(scoreInWords(prospect.pointsChange, system))
      : words().wouldAddNone(unitsInWords(system));
  const displaced = prospect.displaced.map((id) => quoted(facts.labelOf(id)));
  return displaced.length === 0 ? change : words().wouldReplace(change, listInWords(displaced));
}

/** A credit may count and be worth nothing on this ground: by the reading of the menu that asks for sandy texture as well. */
function whyNone({ subOption, ground }: WordFacts, countedPoints: number | null): string {
  const isOfTexture = subOption.readings.some(({ where, points }) => where === "texture_not_sandy" && points === 0);
  return countedPoints === 0 && isOfTexture ? `: ${whySoilGivesNone(ground?.soil?.dominantGroup ?? null)}` : "";
}

/** What a measure counts that counts. */
export const countsInWords = (points: number, system: RunoffSystem): string =>
  words().counts(scoreInWords(points, system));

function whyNot(facts: WordFacts): string {
  const { system, prospect, option, subOption, ruledOutBy, labelOf, ground } = facts;
  const rivals = listInWords(prospect.inTheWay.map((id) => quoted(labelOf(id))));
  switch (prospect.reason) {
    case "SOIL_INELIGIBLE":
      return soilReason(subOption, ground, prospect.needsSoil);
    case "PRODUCT_RESTRICTED":
      return words().ruledOut(listInWords(ruledOutBy));
    case "OVER_MAX_SELECT":
      return rivals === "" ? words().overLimit(limitOf(facts)) : words().overLimitBeside(limitOf(facts), rivals);
    case "OVER_CAP":
      return words().overCap(quoted(tableText(option.label)), scoreInWords(option.pointsCap ?? 0, system));
    case "EXCLUSIVE":
      return besideRivals(option, rivals);
    case "NOT_DERIVED":
      return facts.tooLateFor === null ? whyUnearned(facts) : words().tooLate(shortDayInWords(facts.tooLateFor));
    default:
      return subOption.evidence === "unverified" ? words().notVerified(unitsInWords(system)) : words().notInMenu;
  }
}

function besideRivals({ sharedGround }: WordFacts["option"], rivals: string): string {
  if (rivals === "") return words().besideAnother;
  return words()[sharedGround === null ? "beside" : "sameGround"](rivals);
}

/** Why a measure that is in place in time still gives nothing: its figure, the ground, or what the application says itself. */
function whyUnearned({ system, subOption: { claims, evidence } }: WordFacts): string {
  if (!countsTowardPass(evidence)) return words().notVerified(unitsInWords(system));
  if (claims?.partialTreatment === true) return words().treatsAll;
  if (claims?.annualShareAtMost !== undefined) return words().overShare;
  return claims?.applicationsAtMost === undefined ? words().notEarned : words().overTimes;
}

function soilReason({ hydrologicSoilGroup }: SubOption, ground: FieldGround | null, needsSoil: boolean): string {
  if (needsSoil) return words().soilNeeded;
  const group = countedGroup(ground?.soil ?? null);
  const here = group === null ? words().here : words().hereOf(group);
  return hydrologicSoilGroup === null
    ? words().notAnyMore(here)
    : words().otherSoil(here, words()[hydrologicSoilGroup]);
}

/** Which of the two limits keeps it out: that of its option, or of the whole category. */
function limitOf({ option, category, prospect }: WordFacts): string {
  const ofOption = option.subOptions.filter(({ id }) => prospect.inTheWay.includes(id)).length;
  const isOption = option.maxSelect !== null && ofOption >= option.maxSelect;
  const most = (isOption ? option.maxSelect : category.maxSelect) ?? 1;
  const of = quoted(tableText(isOption ? option.label : category.label));
  return most === 1 ? words().onlyOneOf(of) : words().onlySomeOf(most, of);
}

const ended = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/** How far the figure of a measure can be trusted, in whole sentences: a remark has its own period. */
export const evidenceOf = ({ evidence, note }: Pick<SubOption, "evidence" | "note">): string =>
  [evidenceInWords(evidence), ...(note === undefined ? [] : [tableText(note)])].map(ended).join(" ");

const COUNTY_NOTE = countyNote("");
/** The county that a credit rests on is kept in English, as the API has it. */
const countyOfCredit = (notes: string): string =>
  notes.startsWith(COUNTY_NOTE) ? words().county(countyInWords(notes.slice(COUNTY_NOTE.length))) : notes;

/** Where an automatic credit comes from. */
export function originOf(source: AutoCreditSource, ground: FieldGround | null, notes: string | null): string {
  if (source === "always") return words().always;
  if (source === "county") return notes === null ? words().fromMap : `${words().fromMap} ${countyOfCredit(notes)}.`;
  return words().fromSurvey(source === "slope" ? slopeOrigin(ground) : soilOrigin(ground));
}

function slopeOrigin(ground: FieldGround | null): string {
  const slopePct = ground?.soil?.slopePct ?? null;
  return slopePct === null ? "" : words().slopeFound(decimal(slopePct));
}

function soilOrigin(ground: FieldGround | null): string {
  const group = ground?.soil?.dominantGroup ?? null;
  const share = group === null ? undefined : ground?.soil?.byGroup[group]?.percentage;
  if (group === null || share === undefined) return "";
  return `${words().soilFound(group, decimal(share))}${largestUnit(ground)}`;
}

function largestUnit(ground: FieldGround | null): string {
  const [unit] = Object.values(ground?.soil?.byMapUnit ?? {}).sort((a, b) => b.percentage - a.percentage);
  if (unit === undefined || unit.muname === null) return "";
  return words().largestUnit(unit.muname, decimal(unit.percentage));
}

/** Why the field does not get a credit that only its ground could give. */
export function notGivenHere(source: AutoCreditSource, ground: FieldGround | null): string {
  const soil = ground?.soil ?? null;
  if (source === "county") return words().countyDecides;
  if (soil === null) return words().notUntilSoil;
  if (source === "slope") {
    return soil.slopePct === null ? words().slopeUnknown : words().slopeOther(decimal(soil.slopePct));
  }
  const group = countedGroup(soil);
  return group === null ? words().groupUnknown : words().groupOther(group);
}
