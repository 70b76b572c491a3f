import type { z } from "zod";
import type { CropTable } from "@/lib/domain/crops";
import type { AutoCreditTable, MitigationMenu } from "@/lib/domain/mitigation";
import { RUNOFF_SYSTEMS, type RunoffSystem } from "@/lib/domain/product";
import { slipIndex } from "@/lib/domain/name-slips";
import { nameIndex } from "@/lib/domain/product-names";
import type { Rulebook } from "@/lib/domain/tables";
import { deepFreeze, editionInForce, mergeCitations } from "@/lib/rulebook/editions";
import {
  autoCreditTableSchema,
  countyTableSchema,
  exemptionTableSchema,
  parseTable,
  type TableFile,
  type TableSchema,
} from "@/lib/rulebook/schema";
import { recordTableSchema, toRecordRules } from "@/lib/rulebook/schema-records";
import { checkMeanings, menuTableSchema, toMenu } from "@/lib/rulebook/schema-menu";
import { adjuvantTableSchema, cropTableSchema, pesticideNameTableSchema } from "@/lib/rulebook/schema-names";
import { curvesByName, depositionTableSchema, driftPracticeTableSchema } from "@/lib/rulebook/schema-drift";
import { RulebookError } from "@/lib/rulebook/schema-shared";
import { editionKey, RELEASED_TABLES, tableOf } from "@/lib/rulebook/table-files";

/** The editions of one table among files; an earlier release may not have had the table, and then it is this release's. */
function editionsOf<S extends TableSchema>(schema: S, table: string, files: readonly TableFile[]): z.output<S>[] {
  const own = files.filter((file) => tableOf(file) === table);
  const found = own.length > 0 ? own : RELEASED_TABLES.filter((file) => tableOf(file) === table);
  return found.map((file) => parseTable(schema, file));
}

function menuEditionsOf(table: string, files: readonly TableFile[]) {
  const editions = editionsOf(menuTableSchema, table, files);
  checkMeanings(editions);
  return editions;
}

const parseEditions = (files: readonly TableFile[]) =>
  deepFreeze({
    epaMenu: menuEditionsOf("epa-runoff-menu", files),
    traitMenu: menuEditionsOf("trait-runoff-menu", files),
    autoCredits: editionsOf(autoCreditTableSchema, "epa-runoff-auto-credits", files),
    counties: editionsOf(countyTableSchema, "epa-runoff-county-classes", files),
    exemptions: editionsOf(exemptionTableSchema, "epa-runoff-exemption-reasons", files),
    adjuvants: editionsOf(adjuvantTableSchema, "adjuvants", files),
    pesticideNames: editionsOf(pesticideNameTableSchema, "pesticide-names", files),
    driftPractices: editionsOf(driftPracticeTableSchema, "drift-practices", files),
    crops: editionsOf(cropTableSchema, "crops", files),
    records: editionsOf(recordTableSchema, "application-records", files),
    deposition: editionsOf(depositionTableSchema, "agdrift-tier1", files),
  });

/** Every edition of every table, parsed once when the module is loaded: a bad table stops the service here. */
const EDITIONS = parseEditions(RELEASED_TABLES);

type Editions = typeof EDITIONS;

const inForce = (editions: Editions, date: string) => ({
  epaMenu: editionInForce(editions.epaMenu, date),
  traitMenu: editionInForce(editions.traitMenu, date),
  autoCredits: editionInForce(editions.autoCredits, date),
  counties: editionInForce(editions.counties, date),
  exemptions: editionInForce(editions.exemptions, date),
  adjuvants: editionInForce(editions.adjuvants, date),
  pesticideNames: editionInForce(editions.pesticideNames, date),
  driftPractices: editionInForce(editions.driftPractices, date),
  deposition: editionInForce(editions.deposition, date),
  crops: editionInForce(editions.crops, date),
  records: editionInForce(editions.records, date),
});
type TableSet = ReturnType<typeof inForce>;

const idsOf = ({ categories }: MitigationMenu): number[] =>
  categories.flatMap((category) => [
    category.id,
    ...category.options.flatMap((option) => [option.id, ...option.subOptions.map(({ id }) => id)]),
  ]);

const subOptionIdsOf = ({ categories }: MitigationMenu): number[] =>
  categories.flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions.map(({ id }) => id)));

/** Refuses tables that are right by themselves and contradict each other. */
function checkTogether(menus: Record<RunoffSystem, MitigationMenu>, autoCredits: AutoCreditTable): void {
  const traitIds = new Set(idsOf(menus.trait_runoff));
  const shared = idsOf(menus.epa_runoff).filter((id) => traitIds.has(id));
  if (shared.length > 0) {
    const reason = `ids of the EPA menu occur in it too: ${shared.join(", ")}`;
    throw new RulebookError([
      { file: `trait-runoff-menu-${menus.trait_runoff.edition}.json`, path: "categories", reason },
    ]);
  }
  const known = new Set(subOptionIdsOf(menus.epa_runoff));
  const faults = autoCredits.rows.flatMap(({ subOptionId }, index) =>
    known.has(subOptionId)
      ? []
      : [
          {
            file: `epa-runoff-auto-credits-${autoCredits.edition}.json`,
            path: `rows[${index}].subOptionId`,
            reason: `the EPA menu has no sub-option ${subOptionId}`,
          },
        ],
  );
  if (faults.length > 0) throw new RulebookError(faults);
}

const nameOf = ({ table, effectiveFrom }: { table: string; effectiveFrom: string }): string =>
  `${table}@${effectiveFrom}`;

function assemble(tables: TableSet): Rulebook {
  const { epaMenu, traitMenu, autoCredits, counties, exemptions, adjuvants, driftPractices, deposition, crops } =
    tables;
  const automaticIds = new Set(autoCredits.rows.map(({ subOptionId }) => subOptionId));
  const menus = { epa_runoff: toMenu(epaMenu, automaticIds), trait_runoff: toMenu(traitMenu, new Set()) };
  const autoCreditTable = { edition: autoCredits.effectiveFrom, rows: autoCredits.rows };
  checkTogether(menus, autoCreditTable);
  const all = [
    epaMenu,
    traitMenu,
    autoCredits,
    counties,
    exemptions,
    adjuvants,
    driftPractices,
    deposition,
    tables.pesticideNames,
    crops,
    tables.records,
  ];
  const names = all.map(nameOf).toSorted();
  const tradeNames = tables.pesticideNames.lists.flatMap((list) => list.names);
  return deepFreeze({
    edition: names.join(" "),
    tables: names,
    countyTable: nameOf(counties),
    menus,
    autoCredits: autoCreditTable,
    countyPoints: new Map(counties.rows.map(({ geoId, points }) => [geoId, points])),
    exemptionReasons: exemptions.rows,
    adjuvants: adjuvants.rows,
    pesticideNames: nameIndex(tradeNames),
    pesticideSlips: slipIndex(tradeNames),
    driftPractices: { edition: driftPractices.effectiveFrom, rows: driftPractices.rows },
    deposition: { edition: deposition.effectiveFrom, curves: curvesByName(deposition.curves) },
    crops: crops.rows,
    records: toRecordRules(tables.records),
    citations: mergeCitations(all),
  });
}

/** A rulebook for each day on which some table changed. */
const rulebooksOf = (editions: Editions): { effectiveFrom: string; rulebook: Rulebook }[] =>
  [
    ...new Set(
      Object.values(editions)
        .flat()
        .map(({ effectiveFrom }) => effectiveFrom),
    ),
  ]
    .toSorted()
    .map((effectiveFrom) => ({ effectiveFrom, rulebook: assemble(inForce(editions, effectiveFrom)) }))
    // Where the first editions of two tables differ in date, the earlier day already finds both.
    .filter(({ rulebook }, index, all) => rulebook.edition !== all[index - 1]?.rulebook.edition);

/** Built now, so that a contradiction shows at start-up. */
const RULEBOOKS = rulebooksOf(EDITIONS);

/**
 * The rules in force on an application date (`YYYY-MM-DD`). A date before a table's first edition finds that
 * edition. The same object comes back for every date between two changes; nothing in it can be changed.
 */
export const rulebookAsOf = (date: string): Rulebook => editionInForce(RULEBOOKS, date).rulebook;

/** The rules by day that the files of any release make. Throws `RulebookError` where this release cannot read them. */
export function rulesOfTables(files: readonly TableFile[]): (date: string) => Rulebook {
  const rulebooks = rulebooksOf(parseEditions(files));
  return (date) => editionInForce(rulebooks, date).rulebook;
}

const TABLE_NAMES: ReadonlySet<unknown> = new Set(RELEASED_TABLES.map(tableOf));

/**
 * The files of a release that has these beside ours; one of the same table and day takes the place of ours. Throws
 * `RulebookError` for a bad file, for one of no table that we have, and where they contradict the other tables.
 */
export function proposedTables(files: readonly TableFile[]): readonly TableFile[] {
  const faults = files.filter((file) => !TABLE_NAMES.has(tableOf(file)));
  if (faults.length > 0 || files.length === 0) {
    const reason = `must be one of ${[...TABLE_NAMES].join(", ")}`;
    const named = files.length === 0 ? [{ file: "no file" }] : faults;
    throw new RulebookError(named.map(({ file }) => ({ file, path: "table", reason })));
  }
  const proposed = new Set(files.map(editionKey));
  const all = [...RELEASED_TABLES.filter((file) => !proposed.has(editionKey(file))), ...files];
  rulesOfTables(all);
  return all;
}

/** The rules in force on some day of a year: several where a table changed within it. */
export const rulebooksOfYear = (year: number): readonly Rulebook[] => {
  const changes = RULEBOOKS.map(({ effectiveFrom }) => effectiveFrom).filter((date) => date.startsWith(`${year}-`));
  return [...new Set([`${year}-01-01`, ...changes].map(rulebookAsOf))];
};

/** The rules with each edition of EPA's runoff menu, newest first. */
export const menuRulebooks = (): readonly Rulebook[] =>
  EDITIONS.epaMenu
    .map(({ effectiveFrom }) => effectiveFrom)
    .toSorted()
    .toReversed()
    .map(rulebookAsOf);

/** Every edition of every table as it was parsed, for anyone who looks through all of them. */
export const allTables = (): readonly TableSet[keyof TableSet][] => Object.values(EDITIONS).flat();

/** What rule files name by its code. */
export interface KnownCodes {
  /**
   * Every option and sub-option that any edition of a system's menu has had, and those of the drift practices, which are
   * EPA's: a label may forbid either.
   */
  measures: Record<RunoffSystem, ReadonlySet<string>>;
  /** Drift practices, for which a label may have figures of its own. */
  practices: ReadonlySet<string>;
}

export function allCodes(): KnownCodes {
  const menus = [...EDITIONS.epaMenu, ...EDITIONS.traitMenu];
  const codesOf = (system: RunoffSystem) =>
    menus
      .filter((menu) => menu.system === system)
      .flatMap(({ categories }) => categories.flatMap(({ options }) => options))
      .flatMap((option) => [option.code, ...option.subOptions.map(({ code }) => code)]);
  const [epa, trait] = RUNOFF_SYSTEMS;
  const practices = EDITIONS.driftPractices.flatMap(({ rows }) => rows);
  const ofPractices = practices.flatMap(({ code, option }) => [code, option]);
  return {
    measures: { [epa]: new Set([...codesOf(epa), ...ofPractices]), [trait]: new Set(codesOf(trait)) },
    practices: new Set(practices.map(({ code }) => code)),
  };
}

/** The newest crop table: label files name crops by its ids. */
export const latestCrops = (): CropTable => editionInForce(EDITIONS.crops, "9999-12-31").rows;
