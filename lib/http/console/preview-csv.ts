import { eachByDeadline } from "@/lib/http/deadline";
import type { Deps } from "@/lib/runtime/deps";
import { readFindings } from "@/lib/usecases/data-sets/preview-by-console";
import { readPreviewFilter } from "@/lib/views/console/queries";
import { csvLines, RECHECK_COLUMNS, recheckCells } from "@/lib/views/console/recheck-rows";

/** The findings of a preview as CSV, written as they are read: a preview may have found very many. */
export async function previewCsv(
  { db, env }: Pick<Deps, "db" | "env">,
  previewId: string,
  query: URLSearchParams,
): Promise<Response> {
  const found = await readFindings(db, previewId, readPreviewFilter(Object.fromEntries(query)));
  if (found === null) return new Response("There is no such preview.\n", { status: 404 });
  const findings = eachByDeadline(env.REQUEST_DEADLINE_S, found);
  const encoder = new TextEncoder();
  const lines = (rows: readonly (readonly string[])[]): Uint8Array => encoder.encode(csvLines(rows));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(lines([RECHECK_COLUMNS])),
    pull: async (controller) => {
      const next = await findings.next();
      if (next.done === true) controller.close();
      else controller.enqueue(lines(next.value.map(recheckCells)));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="what-would-change-${previewId.slice(0, 8)}.csv"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
