import { createHash } from "node:crypto";
import { z } from "zod";
import { ImportFailure, throwIfStopped } from "@/lib/imports/failure";
import { type Asking, askJson, CutAnswer, RefusedQuestion } from "@/lib/imports/read/http";
import { type ProgressTask, track } from "@/lib/imports/progress";
import { mayBeLimit, saysMoreFollow } from "@/lib/imports/read/partial-list";
import { Spool } from "@/lib/imports/read/spool";
import { isRecord } from "@/lib/imports/read/values";

/** How a service pages its list: the names of the two query members, and the rows of one page. */
export interface Paging {
  limitName: string;
  offsetName: string;
  page: number;
}

const answerSchema = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()), hasMore: z.boolean().optional() }),
  z.object({ data: z.array(z.unknown()), hasMore: z.boolean().optional() }),
  z.object({ results: z.array(z.unknown()), hasMore: z.boolean().optional() }),
]);

interface Page {
  rows: unknown[];
  /** Null: the service does not say. */
  hasMore: boolean | null;
}

/** A list that may have been cut at a limit of the service. */
const maybeCut = (address: string, given: number): ImportFailure =>
  new ImportFailure(`${address} gives ${given} rows and no pages, and that may be its limit; save the list to a file`);

/** A page from a place of the list on: where it begins with the last row of the page before, that row is cut off. */
interface NextPage extends Page {
  limit: number;
  /** The row that it begins with, a second time; null where none was asked for again. */
  repeated: string | null;
  /** All of it, as one text's hash. */
  whole: string;
}

/**
 * Fetches a list page by page until the service says that it ends, a page comes empty, or all of it comes twice (a service that knows
 * no paging gives everything every time). Goes on where an interrupted download was.
 *
 * Nothing promises that such a list has an order. Each page begins with the last row of the page before, and where a row comes on two
 * pages, the list is read once more in other pages: a list that shifts between two questions gives some rows twice and leaves
 * others out, and ends the import.
 */
export async function downloadList(
  address: string,
  paging: Paging,
  asking: Asking,
  options: { workFolder: string | undefined; begin: () => ProgressTask },
): Promise<Spool> {
  const spool = await Spool.open(options.workFolder, address, JSON.stringify(paging));
  if (spool.next > 0) asking.note(`going on after ${spool.records} rows fetched earlier`);
  const seen = await RowCounts.of(spool);
  try {
    await track(options.begin(), (at) =>
      readPages(address, paging, asking, {
        from: spool.next,
        last: seen.last,
        take: async (rows) => {
          seen.addPage(rows);
          await spool.append(rows, spool.next + rows.length);
          at(spool.records);
        },
      }),
    );
    if (seen.onTwoPages > 0) await readAgain(address, paging, asking, seen);
  } catch (error) {
    // What was fetched does not fit together, and would fit no better the next time.
    if (error instanceof ShiftedList) await spool.release();
    throw error;
  }
  return spool;
}

/** A list that is not the same for two questions. */
class ShiftedList extends ImportFailure {}

interface Reading {
  from: number;
  /** The row before; null where it is not known. */
  last: string | null;
  take: (rows: unknown[]) => Promise<void>;
}

async function readPages(address: string, paging: Paging, asking: Asking, reading: Reading): Promise<void> {
  let { from, last } = reading;
  let limit = paging.page;
  let before = "";
  for (;;) {
    throwIfStopped(asking.signal);
    const page: NextPage = await fetchShrinking(address, paging, { offset: from, last }, limit, asking);
    if (page.whole === before) {
      refuseCut(address, page);
      return;
    }
    if (page.repeated !== null && page.repeated !== last) throw shifted(address, from);
    if (page.rows.length === 0) {
      if (page.hasMore === true)
        throw new ImportFailure(`${address} says that rows follow after ${from}, and gives none`);
      return;
    }
    await reading.take(page.rows);
    from += page.rows.length;
    last = textOf(page.rows.at(-1));
    before = page.whole;
    limit = page.limit;
    if (page.hasMore === false) return;
  }
}

/**
 * A page that comes twice is the whole list, unless it is as long as was asked for or as a service's own limit may be: then more may
 * follow that cannot be asked for.
 */
function refuseCut(address: string, { rows, repeated, limit }: NextPage): void {
  const given = rows.length + (repeated === null ? 0 : 1);
  if (given === limit)
    throw new ImportFailure(`${address} gives the same ${limit} rows for every page; save the list to a file`);
  if (mayBeLimit(given)) throw maybeCut(address, given);
}

const shifted = (address: string, from: number): ShiftedList =>
  new ShiftedList(`${address} gave other rows when it was asked again, near row ${from}; begin again later`);

const textOf = (row: unknown): string => JSON.stringify(row ?? null);
const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** How often each row came. */
class RowCounts {
  last: string | null = null;
  /** Rows that came on an earlier page, too: the list has them twice, or its order is not the same for each question. */
  onTwoPages = 0;
  private readonly counts = new Map<string, number>();

  /** Of what an earlier run fetched: as one page, so rows that it has twice are not counted. */
  static async of(spool: Spool): Promise<RowCounts> {
    const counts = new RowCounts();
    if (spool.records === 0) return counts;
    const rows: unknown[] = [];
    for await (const { value } of (await spool.read()).records) rows.push(value);
    counts.addPage(rows);
    return counts;
  }

  addPage(rows: readonly unknown[]): void {
    const texts = rows.map(textOf);
    const hashes = texts.map(hashOf);
    this.onTwoPages += hashes.filter((hash) => this.counts.has(hash)).length;
    for (const hash of hashes) this.counts.set(hash, (this.counts.get(hash) ?? 0) + 1);
    this.last = texts.at(-1) ?? this.last;
  }

  /** False: it has not come so often. */
  remove(row: unknown): boolean {
    const hash = hashOf(textOf(row));
    const count = this.counts.get(hash) ?? 0;
    if (count <= 1) this.counts.delete(hash);
    else this.counts.set(hash, count - 1);
    return count > 0;
  }

  get isEmpty(): boolean {
    return this.counts.size === 0;
  }
}

/** A list that has rows twice by itself gives the same ones in pages of another length. */
async function readAgain(address: string, paging: Paging, asking: Asking, seen: RowCounts): Promise<void> {
  asking.note(`${seen.onTwoPages} rows came on two pages; reading the list once more in other pages`);
  let at = 0;
  const page = Math.max(2, Math.floor(paging.page * 0.7));
  const take = (rows: unknown[]): Promise<void> => {
    for (const row of rows) if (!seen.remove(row)) return Promise.reject(shifted(address, at));
    at += rows.length;
    return Promise.resolve();
  };
  await readPages(address, { ...paging, page }, asking, { from: 0, last: null, take });
  if (!seen.isEmpty) throw shifted(address, at);
}

/** Where a page begins, and the row before it. */
interface Place {
  offset: number;
  last: string | null;
}

async function fetchShrinking(
  address: string,
  paging: Paging,
  place: Place,
  firstLimit: number,
  asking: Asking,
): Promise<NextPage> {
  for (let limit = firstLimit; ; limit = Math.max(1, Math.floor(limit / 2))) {
    try {
      return await askFrom(address, paging, place, limit, asking);
    } catch (error) {
      if (!(error instanceof CutAnswer) || limit === 1) throw error;
      asking.note(`${error.message}; asking for ${Math.max(1, Math.floor(limit / 2))} rows at a time`);
    }
  }
}

async function askFrom(
  address: string,
  paging: Paging,
  { offset, last }: Place,
  limit: number,
  asking: Asking,
): Promise<NextPage> {
  // A page of one row has no room for another.
  const isOverlapping = last !== null && limit > 1;
  const page = await askPage(address, paging, isOverlapping ? offset - 1 : offset, limit, asking);
  const [first, ...rest] = page.rows;
  return {
    rows: isOverlapping ? rest : page.rows,
    hasMore: page.hasMore,
    limit,
    repeated: isOverlapping ? textOf(first) : null,
    whole: hashOf(JSON.stringify(page.rows)),
  };
}

async function askPage(address: string, paging: Paging, offset: number, limit: number, asking: Asking): Promise<Page> {
  const url = new URL(address);
  url.searchParams.set(paging.limitName, String(limit));
  url.searchParams.set(paging.offsetName, String(offset));
  try {
    return readPage(await askJson({ url: url.href }, asking), address);
  } catch (error) {
    // A service that refuses the paging members is asked as its address stands.
    if (!(error instanceof RefusedQuestion) || offset > 0) throw error;
    return askWhole(address, asking);
  }
}

/** All that a service has, unless it says that more follow or its own limit may have cut it. */
async function askWhole(address: string, asking: Asking): Promise<Page> {
  const answer = await askJson({ url: address }, asking);
  const { rows } = readPage(answer, address);
  if (saysMoreFollow(answer, rows.length) || mayBeLimit(rows.length)) throw maybeCut(address, rows.length);
  return { rows, hasMore: false };
}

function readPage(answer: unknown, address: string): Page {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    const members = isRecord(answer) ? Object.keys(answer).slice(0, 8).join(", ") : typeof answer;
    throw new ImportFailure(`${address} does not answer with a list (${members})`);
  }
  if (Array.isArray(parsed.data)) return { rows: parsed.data, hasMore: null };
  const rows =
    "items" in parsed.data ? parsed.data.items : "data" in parsed.data ? parsed.data.data : parsed.data.results;
  return { rows, hasMore: parsed.data.hasMore ?? null };
}
