import { z } from "zod";
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
import { dayBefore, firstDayToCome } from "@/lib/domain/calendar";
import { labelReplacedBy, type LabelEnd } from "@/lib/domain/label-ends";
import { withClient } from "@/lib/imports/switch";
import type { Deps } from "@/lib/runtime/deps";
import { readSavedProducts } from "@/lib/usecases/applications/drift-buffer/application-now";
import { numbersOf } from "@/lib/usecases/products/product-limits";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { type AskedApplication, nameFailure } from "@/lib/usecases/radar/candidates";
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
      const of = { providerId, applicationEventId: mix.applicationEventId };
      for (const end of await endsOf(deps, mix, { of, news: newsOf(mix, asked) })) found.push({ ...end, ...of });
    }
  }
  return found;
}

/** Labels that were seen after the last check of a mix. */
const newsOf = ({ checkedAt }: CheckedMix, { labels, settledForMs }: Asked): UnannouncedLabel[] =>
  labels.filter(({ seenAt }) => checkedAt !== null && checkedAt.getTime() <= seenAt.getTime() + settledForMs);

/** Who names the label that they hold goes on by it. */
const sentSchema = z.array(z.object({ epaNumber: z.string().nullable(), labelDate: z.string().nullish() }));

/**
 * Labels of a mix that newer ones replaced. A mix that cannot be looked up keeps no other from being announced, and is not passed over:
 * by which labels it goes is open, so that each newer one counts.
 */
async function endsOf(
  deps: Deps,
  { applicationDate, products }: CheckedMix,
  { of, news }: { of: AskedApplication; news: readonly UnannouncedLabel[] },
): Promise<LabelEnd[]> {
  const sent = (sentSchema.safeParse(products).data ?? []).filter(({ labelDate }) => labelDate == null);
  const own = news.filter(({ numbers }) => sent.some(({ epaNumber }) => isAmong(epaNumber, numbers)));
  if (own.length === 0) return [];
  try {
    return await replacedOf(deps, { applicationDate, products }, own);
  } catch (error) {
    nameFailure(deps, error, of);
    return own.map(({ registration, labelDate }) => {
      return { reason: "newer_label", registration, endsOn: dayBefore(labelDate) };
    });
  }
}

const isAmong = (epaNumber: string | null, numbers: readonly string[]): boolean =>
  numbersOf(epaNumber).some((number) => numbers.includes(number));

/** Nothing is counted beside it: what the radar asks is no caller's demand. */
async function replacedOf(
  deps: Deps,
  { applicationDate, products }: Pick<CheckedMix, "applicationDate" | "products">,
  news: readonly UnannouncedLabel[],
): Promise<LabelEnd[]> {
  const saved = readSavedProducts(products);
  if (saved === null) throw new Error("what is saved of the products cannot be read");
  const own = saved.filter(({ epaNumber }) => news.some(({ numbers }) => isAmong(epaNumber, numbers)));
  const asked = askedOn(applicationDate, own);
  const resolved = await resolveProducts({ ...deps, aside: () => undefined }, asked, { isLimitAsked: false });
  return resolved.products.flatMap(({ record }, index) => {
    const seen = news.find(({ registration }) => registration === record?.registration);
    if (record === null || seen === undefined) return [];
    const heldLabelDate = own[index]?.labelDate ?? null;
    return labelReplacedBy(seen.labelDate, record, { applicationDate, heldLabelDate }) ?? [];
  });
}
