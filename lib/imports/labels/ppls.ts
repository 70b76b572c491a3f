import { callUpstream } from "@/lib/domain/spans";
import { z } from "zod";
import { ImportFailure } from "@/lib/imports/failure";

/** What a scan asks of EPA's label system, and how gently. */
export interface LabelSource {
  /** Folder of the label PDFs and of the label lists, each ending in a slash. */
  labelBase: string;
  listBase: string;
  signal: AbortSignal;
  timeoutMs?: number | undefined;
  mostBytes?: number | undefined;
}

/** The newest label document of a registration. */
export interface ListedLabel {
  file: string;
  labelDate: string;
}

const TIMEOUT_MS = 60_000;
const MOST_LABEL_BYTES = 40_000_000;
const MOST_LIST_BYTES = 5_000_000;
const MOST_REDIRECTS = 3;
const AGENT = "hedgerow-label-scan (one request at a time)";

const listSchema = z.object({
  items: z.array(z.object({ pdffiles: z.array(z.object({ pdffile: z.string() })).nullish() })),
});
/** `000264-01241-20260206.pdf`: number and date. After a transfer EPA lists the old number's files as well. */
const LABEL_FILE = /^\d{5,8}-\d{5,8}(?:-\d+)?-(\d{4})(\d{2})(\d{2})\.pdf$/i;

/** The newest label file that EPA lists for a registration; null when it lists none. */
export async function newestLabel(registration: string, source: LabelSource): Promise<ListedLabel | null> {
  const url = new URL(registration, source.listBase);
  const { bytes } = await fetchBounded(url, source, MOST_LIST_BYTES);
  const parsed = listSchema.safeParse(parseJson(bytes));
  if (!parsed.success) throw new ImportFailure(`the label list of ${registration} is not in the form expected`);
  const labels = parsed.data.items
    .flatMap(({ pdffiles }) => pdffiles ?? [])
    .flatMap(({ pdffile }): ListedLabel[] => {
      const [, year, month, day] = LABEL_FILE.exec(pdffile.trim()) ?? [];
      const labelDate = `${year}-${month}-${day}`;
      return z.iso.date().safeParse(labelDate).success ? [{ file: pdffile.trim(), labelDate }] : [];
    });
  return labels.toSorted((a, b) => a.labelDate.localeCompare(b.labelDate)).at(-1) ?? null;
}

export async function downloadLabel(file: string, source: LabelSource): Promise<{ url: string; bytes: Uint8Array }> {
  const url = new URL(file, source.labelBase);
  return fetchBounded(url, source, source.mostBytes ?? MOST_LABEL_BYTES);
}

/** Follows redirects on the host that was asked, and nowhere else: a label is EPA's word, not another host's. */
async function fetchBounded(
  url: URL,
  { signal, timeoutMs }: LabelSource,
  mostBytes: number,
): Promise<{ url: string; bytes: Uint8Array }> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS)]);
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const here = at;
    const response = await callUpstream("label publisher", here, (headers) =>
      fetch(here, { redirect: "manual", signal: within, headers: { "user-agent": AGENT, ...headers } }),
    );
    const to = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && to !== null) {
      await response.body?.cancel();
      at = new URL(to, at);
      if (at.origin !== url.origin) throw new ImportFailure(`${url.href} leads to another host, ${at.host}`);
      continue;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new ImportFailure(`${at.href} answered ${response.status}`);
    }
    return { url: at.href, bytes: await readBounded(response, mostBytes) };
  }
  throw new ImportFailure(`${url.href} redirects more than ${MOST_REDIRECTS} times`);
}

async function readBounded(response: Response, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    const bytes: Uint8Array = read.value;
    length += bytes.byteLength;
    if (length > mostBytes) {
      await reader?.cancel();
      throw new ImportFailure(`${response.url} is larger than ${mostBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
