import type { TableFile } from "@/lib/rulebook/schema";
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

const tableFile = (name: string, json: unknown): TableFile => ({ file: `lib/rulebook/tables/${name}`, json });

/** Every table of this release as it is shipped. */
export const RELEASED_TABLES: readonly TableFile[] = [
  tableFile("epa-runoff-menu-2024-10-16.json", epaMenu2024),
  tableFile("epa-runoff-menu-2025-04-30.json", epaMenu2025),
  tableFile("trait-runoff-menu-2022-01-01.json", traitMenu2022),
  tableFile("epa-runoff-auto-credits-2024-10-16.json", autoCredits2024),
  tableFile("epa-runoff-county-classes-2024-10-01.json", counties2024),
  tableFile("epa-runoff-exemption-reasons-2024-10-16.json", exemptions2024),
  tableFile("adjuvants-2026-02-06.json", adjuvants2026),
  tableFile("adjuvants-2026-03-01.json", adjuvants2026March),
  tableFile("pesticide-names-2026-03-01.json", pesticideNames2026),
  tableFile("drift-practices-2025-05-01.json", driftPractices2025),
  tableFile("crops-2026-01-01.json", crops2026),
  tableFile("application-records-2026-01-01.json", records2026),
  tableFile("agdrift-tier1-2016-01-01.json", agdrift2016),
];

const memberOf = ({ json }: TableFile, name: string): unknown =>
  typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : undefined;

/** The table that a file says it is of; undefined where it says nothing. */
export const tableOf = (file: TableFile): unknown => memberOf(file, "table");

/** One edition of one table, such as `epa-runoff-menu@2025-04-30`. */
export const editionKey = (file: TableFile): string => `${String(tableOf(file))}@${dayOf(file)}`;

export const dayOf = (file: TableFile): string => String(memberOf(file, "effectiveFrom"));
