import { asProvider } from "@/lib/data/db";
import type { ImportClient } from "@/lib/data/imports/sets";
import {
  type CheckedMix,
  findCheckedMixes,
  findUnannouncedLabels,
  noteAnnouncedLabels,
  type UnannouncedLabel,
} from "@/lib/data/radar/newer-labels";
import { lockNewerLabels, type PlannedApplication } from "@/lib/data/radar/planned";
import { firstDayToCome } from "@/lib/domain/calendar";
import { labelReplacedBy, type LabelEnd } from "@/lib/domain/label-ends";
import { withClient } from "@/lib/imports/switch";
import type { Deps } from "@/lib/runtime/deps";
import { readSavedProducts } from "@/lib/usecases/applications/drift-buffer/application-now";
import { numbersOf } from "@/lib/usecases/products/product-limits";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { type FoundEnding, keepEndings } from "@/lib/usecases/radar/keep-endings";
import { plannedWithProducts } from "@/lib/usecases/radar/reach";

/** How long after a label was seen a process may still answer by what it read before: its cache, and a request under way. */
interface Settling {
  settledForMs: number;
}

/**
 * Planned applications whose answer goes by a label that a newer one has replaced, where the newer one was seen after their last check.
 * Each is announced once: its row and the webhook's messages are one transaction, and a label counts as announced when all of them are, so that a
 * worker that dies leaves it to the next run. One worker at a time: the next minute's would begin from the start beside it.
 */
export const announceNewerLabels = (
  deps: Deps,
  signal?: AbortSignal,
  { settledForMs }: Settling = { settledForMs: 0 },
): Promise<{ labels: number; announced: number }> =>
  withClient(deps.env.DATABASE_DIRECT_URL ?? deps.env.DATABASE_URL, async (client) => {
    if (!(await lockNewerLabels(client))) return { labels: 0, announced: 0 };
    const labels = await findUnannouncedLabels(client, settledForMs);
    if (labels.length === 0) return { labels: 0, announced: 0 };
    let announced = 0;
    for await (const planned of plannedWith(deps, client, labels)) {
      signal?.throwIfAborted();
      announced += await keepEndings(deps, await findReplaced(deps, planned, { labels, settledForMs }));
    }
    await noteAnnouncedLabels(client, labels);
    return { labels: labels.length, announced };
  });

const plannedWith = (deps: Deps, client: ImportClient, labels: readonly UnannouncedLabel[]) =>
  plannedWithProducts(client, new Set(labels.flatMap(({ numbers }) => numbers)), {
    fromDay: firstDayToCome(deps.clock()),
    reached: null,
  });

type Asked = Settling & { labels: readonly UnannouncedLabel[] };

async function findReplaced(deps: Deps, planned: readonly PlannedApplication[], asked: Asked): Promise<FoundEnding[]> {
  const found: FoundEnding[] = [];
  for (const providerId of new Set(planned.map((each) => each.providerId))) {
    const ids = planned.flatMap((each) => (each.providerId === providerId ? each.applicationEventId : []));
    const mixes = await asProvider(deps.db, providerId, (tx) => findCheckedMixes(tx, providerId, ids));
    for (const mix of mixes) {
      const { applicationEventId } = mix;
      for (const end of await endsOf(deps, mix, asked)) found.push({ ...end, providerId, applicationEventId });
    }
  }
  return found;
}

/** Nothing is counted beside it: what the radar asks is no caller's demand. */
async function endsOf(
  deps: Deps,
  { applicationDate, checkedAt, products }: CheckedMix,
  { labels, settledForMs }: Asked,
): Promise<LabelEnd[]> {
  const news = labels.filter(
    ({ seenAt }) => checkedAt !== null && checkedAt.getTime() <= seenAt.getTime() + settledForMs,
  );
  const numbers = new Set(news.flatMap((label) => label.numbers));
  const own = (readSavedProducts(products) ?? []).filter(({ epaNumber }) =>
    numbersOf(epaNumber).some((number) => numbers.has(number)),
  );
  if (own.length === 0) return [];
  const asked = askedOn(applicationDate, own);
  const resolved = await resolveProducts({ ...deps, aside: () => undefined }, asked, { isLimitAsked: false });
  return resolved.products.flatMap(({ record }, index) => {
    const seen = news.find(({ registration }) => registration === record?.registration);
    if (record === null || seen === undefined) return [];
    const heldLabelDate = own[index]?.labelDate ?? null;
    return labelReplacedBy(seen.labelDate, record, { applicationDate, heldLabelDate }) ?? [];
  });
}
