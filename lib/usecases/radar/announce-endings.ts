import { endingBulletins, findEndingNumbers, plannedMixes, type PlannedMix } from "@/lib/data/radar/endings";
import type { SubmittedProduct } from "@/lib/domain/application";
import { daysAfter, firstDayToCome, utcDay } from "@/lib/domain/calendar";
import { labelEndBefore, type LabelEnd } from "@/lib/domain/label-ends";
import { withClient } from "@/lib/imports/switch";
import type { Deps } from "@/lib/runtime/deps";
import { readSavedProducts } from "@/lib/usecases/applications/drift-buffer/application-now";
import { numbersOf } from "@/lib/usecases/products/product-limits";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { nameFailure } from "@/lib/usecases/radar/candidates";
import { type FoundEnding, keepEndings } from "@/lib/usecases/radar/keep-endings";

/** How long before its end something is announced. */
const AHEAD_DAYS = 30;
/** Ends longer ago than any worker is away were announced when they came near. */
const BACK_DAYS = 365;

/**
 * Once a day: planned applications that rest on a bulletin, a label, or a registration that ends within 30 days and before
 * they are due. Each end of each application is announced once: its row and the webhook's messages are one transaction, and
 * a worker that dies leaves what is not written to the next run. A check within those 30 days has said so already.
 */
export const announceEndings = (deps: Deps, signal?: AbortSignal): Promise<{ announced: number }> =>
  withClient(deps.env.DATABASE_DIRECT_URL ?? deps.env.DATABASE_URL, async (client) => {
    const today = utcDay(deps.clock());
    const fromDay = firstDayToCome(deps.clock());
    const untilDay = daysAfter(today, AHEAD_DAYS);
    let announced = 0;
    for await (const some of endingBulletins(client, { fromDay, untilDay })) {
      signal?.throwIfAborted();
      const found = some.map((each) => ({ ...each, reason: "bulletin_ends" as const, registration: null }));
      announced += await keepEndings(deps, found);
    }
    const numbers = await findEndingNumbers(deps.db, {
      firstDay: daysAfter(today, -BACK_DAYS),
      lastDay: daysAfter(untilDay, 1),
    });
    if (numbers.size === 0) return { announced };
    for await (const some of plannedMixes(client, { fromDay, checkedBefore: today })) {
      signal?.throwIfAborted();
      announced += await keepEndings(deps, await endingLabels(deps, some, { numbers, untilDay }));
    }
    return { announced };
  });

/** What ends of the labels of some planned applications, each product and end once. */
async function endingLabels(
  deps: Deps,
  planned: readonly PlannedMix[],
  { numbers, untilDay }: { numbers: ReadonlySet<string>; untilDay: string },
): Promise<FoundEnding[]> {
  const found: FoundEnding[] = [];
  for (const mix of planned) {
    const products = (readSavedProducts(mix.products) ?? []).filter(({ epaNumber }) =>
      numbersOf(epaNumber).some((number) => numbers.has(number)),
    );
    for (const end of await endsOf(deps, mix, products).catch((error: unknown) => noEnds(deps, error, mix))) {
      const isNews = end.endsOn <= untilDay && mix.checkedOn < daysAfter(end.endsOn, -AHEAD_DAYS);
      if (isNews) found.push({ ...end, providerId: mix.providerId, applicationEventId: mix.applicationEventId });
    }
  }
  return found;
}

/** One whose products cannot be looked up keeps no other from being announced. */
function noEnds(deps: Deps, error: unknown, { providerId, applicationEventId }: PlannedMix): LabelEnd[] {
  nameFailure(deps, error, { providerId, applicationEventId });
  return [];
}

/** Nothing is counted beside it: what the radar asks is no caller's demand. */
async function endsOf(
  deps: Deps,
  { applicationDate }: PlannedMix,
  products: readonly SubmittedProduct[],
): Promise<LabelEnd[]> {
  if (products.length === 0) return [];
  const asked = askedOn(applicationDate, products);
  const resolved = await resolveProducts({ ...deps, aside: () => undefined }, asked, { isLimitAsked: false });
  return resolved.products.flatMap(({ record }, index) => {
    if (record === null) return [];
    return labelEndBefore(record, applicationDate, products[index]?.labelDate ?? null) ?? [];
  });
}
