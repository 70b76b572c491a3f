import { countCellsOf, findKnownAreas, type KnownArea, noteSurveyAreas } from "@/lib/data/imports/survey-areas";
import type { ImportClient } from "@/lib/data/imports/sets";
import { ImportFailure } from "@/lib/imports/failure";
import { AREA_SYMBOL, askSurveyAreas, type CatalogedArea } from "@/lib/imports/soil/survey-areas";
import type { Progress } from "@/lib/imports/progress";
import type { RefreshEnd } from "@/lib/usecases/data-sets/refresh-run";

interface SoilRefresh {
  dryRun?: boolean | undefined;
  /** Notes changes that are otherwise held. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  backOffMs?: number | undefined;
  timeoutMs?: number | undefined;
  progress: Progress;
  now?: Date | undefined;
}

interface AreaChange {
  area: string;
  from: string;
  /** Null: the survey's catalog no longer has the area. */
  to: string | null;
}

interface News {
  asked: number;
  found: CatalogedArea[];
  newer: AreaChange[];
  /** Back at an earlier publication than the one that stored soil is of. */
  older: AreaChange[];
  gone: AreaChange[];
}

/** So many changes at once are a whole new survey, or a catalog that is read wrongly: a person looks first. */
const LARGEST_CHANGE_PCT = 25;
const LARGEST_GONE_PCT = 5;
/** So few areas can change, or be merged into others, all at once. */
const FEW_CHANGED = 10;
const FEW_GONE = 2;
/** Clocks differ; a publication of the day after tomorrow is none. */
const LATEST_MS = 24 * 3600 * 1000;
const MOST_LISTED = 500;

/**
 * Asks the soil survey when the areas of our stored soil were published last, and notes it. Stored squares and analyses of an
 * area with a newer publication are stale from then on, and are fetched again when a field needs them. Nothing is fetched here.
 */
export async function refreshSoil(client: ImportClient, base: string, options: SoilRefresh): Promise<RefreshEnd> {
  const known = (await findKnownAreas(client)).filter(({ areaSymbol }) => AREA_SYMBOL.test(areaSymbol));
  if (known.length === 0) {
    return { outcome: "unchanged", version: null, detail: "no soil is stored yet", report: { asked: 0 } };
  }
  const { signal, backOffMs, timeoutMs, progress } = options;
  const asking = { signal, backOffMs, timeoutMs, note: (line: string) => progress.note(line) };
  const symbols = known.map(({ areaSymbol }) => areaSymbol);
  const found = await askSurveyAreas(base, symbols, asking);
  if (found.length === 0) throw new ImportFailure(`the soil survey's catalog has none of the ${known.length} areas`);
  return decide(client, newsOf(known, found), options);
}

function newsOf(known: readonly KnownArea[], found: CatalogedArea[]): News {
  const now = new Map(found.map(({ areaSymbol, version }) => [areaSymbol, version]));
  const changes = known.map(({ areaSymbol, version }): AreaChange => {
    return { area: areaSymbol, from: version, to: now.get(areaSymbol) ?? null };
  });
  return {
    asked: known.length,
    found,
    newer: changes.filter(({ from, to }) => to !== null && to > from),
    older: changes.filter(({ from, to }) => to !== null && to < from),
    gone: changes.filter(({ to }) => to === null),
  };
}

async function decide(client: ImportClient, news: News, options: SoilRefresh): Promise<RefreshEnd> {
  const { asked, found, newer, older, gone } = news;
  const changed = [...newer, ...older, ...gone].map(({ area }) => area);
  const report = {
    asked,
    newer: newer.slice(0, MOST_LISTED),
    older: older.slice(0, MOST_LISTED),
    gone: gone.slice(0, MOST_LISTED),
    stale_cells: changed.length === 0 ? 0 : await countCellsOf(client, changed),
  };
  const objections = objectionsTo(news, options.now ?? new Date());
  if (objections.length > 0 && options.force !== true) {
    const detail = `${objections.join("; ")}. Nothing was noted; data refresh soil --force notes it`;
    return { outcome: "held", version: null, detail, report };
  }
  if (options.dryRun !== true) {
    await noteSurveyAreas(client, { found, withdrawn: [...older, ...gone].map(({ area }) => area) });
  }
  const outcome = changed.length === 0 ? "unchanged" : "noted";
  return { outcome, version: null, detail: changed.length === 0 ? null : inWords(news, report.stale_cells), report };
}

function objectionsTo({ asked, newer, older, gone }: News, now: Date): string[] {
  const share = (count: number): number => (100 * count) / asked;
  const latest = new Date(now.getTime() + LATEST_MS).toISOString();
  const future = newer.filter(({ to }) => to !== null && to > latest);
  return [
    newer.length > FEW_CHANGED && share(newer.length) > LARGEST_CHANGE_PCT
      ? `${newer.length} of ${asked} survey areas have a newer publication`
      : "",
    gone.length > FEW_GONE && share(gone.length) > LARGEST_GONE_PCT
      ? `${gone.length} of ${asked} survey areas are gone from the catalog`
      : "",
    older.length > 0 ? `${listed(older)} went back to an earlier publication` : "",
    future.length > 0 ? `${listed(future)} would be of the future` : "",
  ].filter((objection) => objection !== "");
}

const listed = (changes: readonly AreaChange[]): string =>
  `${changes
    .slice(0, 3)
    .map(({ area }) => area)
    .join(", ")}${changes.length > 3 ? ` and ${changes.length - 3} more` : ""}`;

const inWords = ({ newer, older, gone }: News, cells: number): string =>
  `${newer.length} survey areas newer, ${gone.length} gone, ${older.length} back at an earlier publication; ${cells} stored squares will be asked for again`;
