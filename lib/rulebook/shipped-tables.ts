/** Every table of this release, by name so that they are bundled. A file of the folder that is not here is never read. */
export { default as adjuvants2026 } from "@/lib/rulebook/tables/adjuvants-2026-02-06.json";
export { default as adjuvants2026March } from "@/lib/rulebook/tables/adjuvants-2026-03-01.json";
export { default as records2026 } from "@/lib/rulebook/tables/application-records-2026-01-01.json";
export { default as agdrift2016 } from "@/lib/rulebook/tables/agdrift-tier1-2016-01-01.json";
export { default as crops2026 } from "@/lib/rulebook/tables/crops-2026-01-01.json";
export { default as driftPractices2025 } from "@/lib/rulebook/tables/drift-practices-2025-05-01.json";
export { default as autoCredits2024 } from "@/lib/rulebook/tables/epa-runoff-auto-credits-2024-10-16.json";
export { default as counties2024 } from "@/lib/rulebook/tables/epa-runoff-county-classes-2024-10-01.json";
export { default as exemptions2024 } from "@/lib/rulebook/tables/epa-runoff-exemption-reasons-2024-10-16.json";
export { default as epaMenu2024 } from "@/lib/rulebook/tables/epa-runoff-menu-2024-10-16.json";
export { default as epaMenu2025 } from "@/lib/rulebook/tables/epa-runoff-menu-2025-04-30.json";
export { default as pesticideNames2026 } from "@/lib/rulebook/tables/pesticide-names-2026-03-01.json";
export { default as traitMenu2022 } from "@/lib/rulebook/tables/trait-runoff-menu-2022-01-01.json";
