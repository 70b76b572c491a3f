import { z } from "zod";
import { ImportFailure, throwIfStopped } from "@/lib/imports/failure";
import { type Asking, askJson, CutAnswer, RefusedQuestion } from "@/lib/imports/read/http";
import { type ProgressTask, track } from "@/lib/imports/progress";
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

/**
 * Fetches a list page by page until the service says that it ends, a page comes empty, or a page comes twice (a
 * service that knows no paging gives everything every time). Goes on where an interrupted download was.
 */
export async function downloadList(
  address: string,
  paging: Paging,
  asking: Asking,
  options: { workFolder: string | undefined; begin: () => ProgressTask },
): Promise<Spool> {
  const spool = await Spool.open(options.workFolder, address, JSON.stringify(paging));
  if (spool.next > 0) asking.note(`going on after ${spool.records} rows fetched earlier`);
  await track(options.begin(), async (at) => {
    let limit = paging.page;
    let last = "";
    for (;;) {
      throwIfStopped(asking.signal);
      const page = await fetchShrinking(address, paging, spool.next, limit, asking);
      limit = page.limit;
      const first = JSON.stringify(page.rows[0] ?? null);
      if (page.rows.length === 0 || first === last) return;
      last = first;
      await spool.append(page.rows, spool.next + page.rows.length);
      at(spool.records);
      if (page.hasMore === false) return;
    }
  });
  return spool;
}

async function fetchShrinking(
  address: string,
  paging: Paging,
  offset: number,
  firstLimit: number,
  asking: Asking,
): Promise<Page & { limit: number }> {
  for (let limit = firstLimit; ; limit = Math.max(1, Math.floor(limit / 2))) {
    try {
      return { ...(await askPage(address, paging, offset, limit, asking)), limit };
    } catch (error) {
      if (!(error instanceof CutAnswer) || limit === 1) throw error;
      asking.note(`${error.message}; asking for ${Math.max(1, Math.floor(limit / 2))} rows at a time`);
    }
  }
}

async function askPage(address: string, paging: Paging, offset: number, limit: number, asking: Asking): Promise<Page> {
  const url = new URL(address);
  url.searchParams.set(paging.limitName, String(limit));
  url.searchParams.set(paging.offsetName, String(offset));
  try {
    return readPage(await askJson({ url: url.href }, asking), address);
  } catch (error) {
    // A service that refuses the paging members is asked as its address stands, and gives all it has.
    if (!(error instanceof RefusedQuestion) || offset > 0) throw error;
    return { ...readPage(await askJson({ url: address }, asking), address), hasMore: false };
  }
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
