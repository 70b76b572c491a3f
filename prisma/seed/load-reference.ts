import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { DataSetKind } from "@/lib/data/data-sets";
import { listSets, markVerified } from "@/lib/data/imports/sets";
import { importBasemap } from "@/lib/imports/basemap/import-basemap";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { type Check, describeChecks } from "@/lib/imports/checks";
import { importCounties } from "@/lib/imports/county/import-counties";
import { importFeatures } from "@/lib/imports/features/import-features";
import type { ImportOptions } from "@/lib/imports/options";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import type { ImportSummary } from "@/lib/imports/run-import";
import { activateSet, withClient } from "@/lib/imports/switch";
import { DEMONSTRATION_DIRECTORY, readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { writeLandscape } from "@/prisma/seed/files";
import type { Landscape } from "@/prisma/seed/landscape/landscape";

/** `loaded` and `switched`: put in force now. `current`: it was in force. `kept`: the operator's own set is in force. */
export type ReferenceOutcome = "loaded" | "switched" | "current" | "kept";

/** Raised when the same content would be stored otherwise than before, so that old sets are replaced. */
const FORM = 1;

/** The demonstration's set of one kind: named after its content, and how to load it. */
interface Wanted {
  kind: DataSetKind;
  version: string;
  load: (options: ImportOptions) => Promise<ImportSummary>;
}

const hashOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash("sha256").update(`form ${FORM}`);
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 12);
};

/**
 * Puts the demonstration's reference data in force: counties of us-atlas, the catalogue of the rule files, and the
 * generated PULAs with their limitations, ground beside fields, and ground under the map. A kind whose set in force is not a demonstration is left alone: an
 * operator has loaded real data, and a start must not take it back.
 */
export async function loadReference(
  url: string,
  { landscape, folder, say }: { landscape: Landscape; folder: string; say: (line: string) => void },
): Promise<Record<string, ReferenceOutcome>> {
  const outcomes: Record<string, ReferenceOutcome> = {};
  const files = await writeLandscape(folder, landscape);
  const kinds = [
    await counties(url),
    await catalogue(url),
    pulas(url, landscape, files),
    ground(url, landscape, files),
    basemap(url, landscape, files),
  ];
  for (const wanted of kinds) {
    const started = Date.now();
    const outcome = await ensureInForce(url, wanted);
    outcomes[wanted.kind] = outcome;
    say(`${wanted.kind}: ${describe(outcome, wanted.version)} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
  return outcomes;
}

const describe = (outcome: ReferenceOutcome, version: string): string =>
  ({
    loaded: `loaded ${version}`,
    switched: `switched back to ${version}`,
    current: `${version} is in force`,
    kept: "the set in force is no demonstration and stays",
  })[outcome];

async function counties(url: string): Promise<Wanted> {
  const file = createRequire(import.meta.url).resolve("us-atlas/counties-10m.json");
  return {
    kind: "county",
    version: `demo-us-atlas-${hashOf(await readFile(file))}`,
    load: (options) => importCounties(url, { ...options, source: "us-atlas" }),
  };
}

async function catalogue(url: string): Promise<Wanted> {
  const [source, demonstration] = [RULEBOOK_DIRECTORY, DEMONSTRATION_DIRECTORY].map((place) =>
    fileURLToPath(new URL(`../../${place}`, import.meta.url)),
  ) as [string, string];
  const { files } = await readRuleFiles(source, demonstration);
  return {
    kind: "catalogue",
    version: `demo-rule-files-${hashOf(JSON.stringify(files))}`,
    load: (options) => importCatalogue(url, { ...options, source, demonstrationFiles: demonstration }),
  };
}

type Files = Awaited<ReturnType<typeof writeLandscape>>;

function pulas(url: string, landscape: Landscape, files: Files): Wanted {
  const { pulas: features, limitations, coverage } = landscape;
  return {
    kind: "pula",
    version: `demo-landscape-${hashOf(JSON.stringify([features, limitations, coverage]))}`,
    load: (options) => importPulas(url, { ...options, source: files.pulas, limitations: files.limitations, coverage }),
  };
}

/** Water, habitat, roads and farmsteads; the streams are lines with a width of their own. */
function ground(url: string, landscape: Landscape, files: Files): Wanted {
  const { streams, water, habitat, roads, farmsteads } = landscape;
  const also = [files.water, files.habitat, files.roads, files.farmsteads].map((source) => ({ source }));
  return {
    kind: "features",
    version: `demo-landscape-${hashOf(JSON.stringify([streams, water, habitat, roads, farmsteads]))}`,
    load: (options) => importFeatures(url, { ...options, source: files.streams, also }),
  };
}

/** Roads, section lines, streams, and two places under the map. */
function basemap(url: string, landscape: Landscape, files: Files): Wanted {
  const { roadLines, sections, streams, places } = landscape;
  const also = [
    { source: files.sections, category: "section" },
    { source: files.streams, category: "water" },
    { source: files.places, category: "place" },
  ];
  const credit = { attribution: "Made up for the demonstration", license: "no real road, section, or place" };
  return {
    kind: "basemap",
    version: `demo-landscape-${hashOf(JSON.stringify([roadLines, sections, streams, places]))}`,
    load: (options) => importBasemap(url, { ...options, source: files.roadLines, category: "road", also, ...credit }),
  };
}

async function ensureInForce(url: string, { kind, version, load }: Wanted): Promise<ReferenceOutcome> {
  const sets = await withClient(url, (client) => listSets(client, kind));
  const active = sets.find(({ role }) => role === "active");
  if (active?.isDemonstration === false) return "kept";
  const stored = sets.find((set) => set.version === version && set.state === "ready");
  if (stored !== undefined) {
    // The content was compared just now, which is what verifying means; the set would go stale otherwise.
    await withClient(url, (client) => markVerified(client, stored.dataSetId));
    if (stored.dataSetId === active?.dataSetId) return "current";
    refuseUnless((await activateSet(url, { kind, version, force: true })).length === 0, kind, []);
    return "switched";
  }
  // Against an older demonstration a new one may be smaller, so the comparison with it does not decide.
  const summary = await load({ version, activate: true, force: active !== undefined, isDemonstration: true });
  refuseUnless(summary.activated, kind, summary.objections);
  return "loaded";
}

function refuseUnless(isActivated: boolean, kind: DataSetKind, objections: readonly Check[]): void {
  if (!isActivated)
    throw new Error(`the demonstration's ${kind} set could not be activated: ${describeChecks(objections)}`);
}
