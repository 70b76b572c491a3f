import type { CropTable } from "@/lib/domain/crops";
import type { AutoCreditTable, MitigationMenu } from "@/lib/domain/mitigation";
import { RUNOFF_SYSTEMS, type RunoffSystem } from "@/lib/domain/product";
import { nameIndex } from "@/lib/domain/product-names";
import type { Rulebook } from "@/lib/domain/tables";
import { deepFreeze, editionInForce, mergeCitations } from "@/lib/rulebook/editions";
import { autoCreditTableSchema, countyTableSchema, exemptionTableSchema, parseTable } from "@/lib/rulebook/schema";
import { recordTableSchema, toRecordRules } from "@/lib/rulebook/schema-records";
import { menuTableSchema, toMenu } from "@/lib/rulebook/schema-menu";
import { adjuvantTableSchema, cropTableSchema, pesticideNameTableSchema } from "@/lib/rulebook/schema-names";
import { curvesByName, depositionTableSchema, driftPracticeTableSchema } from "@/lib/rulebook/schema-drift";
import { RulebookError } from "@/lib/rulebook/schema-shared";
import adjuvants2026 from "@/lib/rulebook/tables/adjuvants-2026-02-06.json";
import adjuvants2026March from "@/lib/rulebook/tables/adjuvants-2026-03-01.json";
import records2026 from "@/lib/rulebook/tables/application-records-2026-01-01.json";
import agdrift2016 from "@/lib/rulebook/tables/agdrift-tier1-2016-01-01.json";
import crops2026 from "@/lib/rulebook/tables/crops-2026-01-01.json";
import driftPractices2025 from "@/lib/rulebook/tables/drift-practices-2025-05-01.json";
import autoCredits2024 from "@/lib/rulebook/tables/epa-runoff-auto-credits-2024-10-16.json";
import counties2024 from "@/lib/rulebook/tables/epa-runoff-county-classes-2024-10-01.json";
import exemptions2024 from "@/lib/rulebook/tables/epa-runoff-exemption-reasons-2024-10-16.json";
import epaMenu2024 from "@/lib/rulebook/tables/epa-runoff-menu-2024-10-16.json";
import epaMenu2025 from "@/lib/rulebook/tables/epa-runoff-menu-2025-04-30.json";
import pesticideNames2026 from "@/lib/rulebook/tables/pesticide-names-2026-03-01.json";
import traitMenu2022 from "@/lib/rulebook/tables/trait-runoff-menu-2022-01-01.json";

const tableFile = (name: string, json: unknown) => ({ file: `lib/rulebook/tables/${name}`, json });

/** Every edition of every table, parsed once when the module is loaded: a bad table stops the service here. */
const EDITIONS = deepFreeze({
  epaMenu: [
    parseTable(menuTableSchema, tableFile("epa-runoff-menu-2024-10-16.json", epaMenu2024)),
    parseTable(menuTableSchema, tableFile("epa-runoff-menu-2025-04-30.json", epaMenu2025)),
  ],
  traitMenu: [parseTable(menuTableSchema, tableFile("trait-runoff-menu-2022-01-01.json", traitMenu2022))],
  autoCredits: [
    parseTable(autoCreditTableSchema, tableFile("epa-runoff-auto-credits-2024-10-16.json", autoCredits2024)),
  ],
  counties: [parseTable(countyTableSchema, tableFile("epa-runoff-county-classes-2024-10-01.json", counties2024))],
  exemptions: [
    parseTable(exemptionTableSchema, tableFile("epa-runoff-exemption-reasons-2024-10-16.json", exemptions2024)),
  ],
  adjuvants: [
    parseTable(adjuvantTableSchema, tableFile("adjuvants-2026-02-06.json", adjuvants2026)),
    parseTable(adjuvantTableSchema, tableFile("adjuvants-2026-03-01.json", adjuvants2026March)),
  ],
  pesticideNames: [
    parseTable(pesticideNameTableSchema, tableFile("pesticide-names-2026-03-01.json", pesticideNames2026)),
  ],
  driftPractices: [
    parseTable(driftPracticeTableSchema, tableFile("drift-practices-2025-05-01.json", driftPractices2025)),
  ],
  crops: [parseTable(cropTableSchema, tableFile("crops-2026-01-01.json", crops2026))],
  records: [parseTable(recordTableSchema, tableFile("application-records-2026-01-01.json", records2026))],
  deposition: [parseTable(depositionTableSchema, tableFile("agdrift-tier1-2016-01-01.json", agdrift2016))],
});

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
  return deepFreeze({
    edition: names.join(" "),
    tables: names,
    countyTable: nameOf(counties),
    menus,
    autoCredits: autoCreditTable,
    countyPoints: new Map(counties.rows.map(({ geoId, points }) => [geoId, points])),
    exemptionReasons: exemptions.rows,
    adjuvants: adjuvants.rows,
    pesticideNames: nameIndex(tables.pesticideNames.lists.flatMap(({ names }) => names)),
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

/** Rules as they would be with further table files. */
export interface ProposedRules {
  rulebookAsOf: (date: string) => Rulebook;
  /** The first day on which they can differ from the rules in force, `YYYY-MM-DD`. */
  from: string;
}

const withFiles = <E extends { effectiveFrom: string }>(editions: readonly E[], added: readonly E[]): E[] => [
  ...editions.filter(({ effectiveFrom }) => !added.some((each) => each.effectiveFrom === effectiveFrom)),
  ...added,
];

/**
 * The rules with editions of a menu, of county classes, or of automatic credits that no release has yet; one of the same
 * day takes the place of ours. Throws `RulebookError` for a bad file, for one of another table, and where they contradict
 * the other tables.
 */
export function proposedRules(files: readonly { file: string; json: unknown }[]): ProposedRules {
  const tableOf = ({ json }: { json: unknown }): unknown =>
    typeof json === "object" && json !== null && "table" in json ? json.table : null;
  const of = (table: string) => files.filter((each) => tableOf(each) === table);
  const added = {
    epaMenu: of("epa-runoff-menu").map((each) => parseTable(menuTableSchema, each)),
    traitMenu: of("trait-runoff-menu").map((each) => parseTable(menuTableSchema, each)),
    counties: of("epa-runoff-county-classes").map((each) => parseTable(countyTableSchema, each)),
    autoCredits: of("epa-runoff-auto-credits").map((each) => parseTable(autoCreditTableSchema, each)),
  };
  const days = Object.values(added).flatMap((tables) => tables.map(({ effectiveFrom }) => effectiveFrom));
  const [from] = days.toSorted();
  if (from === undefined || days.length < files.length) {
    const reason =
      "must be a menu (epa-runoff-menu, trait-runoff-menu), epa-runoff-county-classes, or epa-runoff-auto-credits";
    const named = files.length === 0 ? [{ file: "no file" }] : files;
    throw new RulebookError(named.map(({ file }) => ({ file, path: "table", reason })));
  }
  const rulebooks = rulebooksOf(
    deepFreeze({
      ...EDITIONS,
      epaMenu: withFiles(EDITIONS.epaMenu, added.epaMenu),
      traitMenu: withFiles(EDITIONS.traitMenu, added.traitMenu),
      counties: withFiles(EDITIONS.counties, added.counties),
      autoCredits: withFiles(EDITIONS.autoCredits, added.autoCredits),
    }),
  );
  return { rulebookAsOf: (date) => editionInForce(rulebooks, date).rulebook, from };
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

/**
 * Every option and sub-option code that any edition of a system's menu has had, and those of the drift practices, which
 * are EPA's: a label may forbid either.
 */
export function allMeasureCodes(): Record<RunoffSystem, ReadonlySet<string>> {
  const menus = [...EDITIONS.epaMenu, ...EDITIONS.traitMenu];
  const codesOf = (system: RunoffSystem) =>
    menus
      .filter((menu) => menu.system === system)
      .flatMap(({ categories }) => categories.flatMap(({ options }) => options))
      .flatMap((option) => [option.code, ...option.subOptions.map(({ code }) => code)]);
  const [epa, trait] = RUNOFF_SYSTEMS;
  const practices = EDITIONS.driftPractices.flatMap(({ rows }) => rows.flatMap(({ code, option }) => [code, option]));
  return { [epa]: new Set([...codesOf(epa), ...practices]), [trait]: new Set(codesOf(trait)) };
}

/** The newest crop table: label files name crops by its ids. */
export const latestCrops = (): CropTable => editionInForce(EDITIONS.crops, "9999-12-31").rows;
