import { Prisma, type ProviderTx } from "@/lib/data/db";
import { countUpTo, type Listed, MOST_COUNTED, readSlice, type Slice } from "@/lib/data/listings";
import {
  type ListedRecheck,
  newestChanges,
  SWITCHED,
  type SwitchedJson,
  withApplication,
  withDate,
} from "@/lib/data/radar/listed-rechecks";

type EntryRow = Omit<ListedRecheck, "switched"> & SwitchedJson;

const ENTRY = Prisma.sql`
  application_event_id::text AS "applicationEventId", application_id AS "applicationId",
  account_id AS "accountId", provider_group_id AS "providerGroupId", provider_field_id AS "providerFieldId",
  to_char(application_date, 'YYYY-MM-DD') AS "applicationDate", found_at AS "foundAt",
  reason, to_char(ends_on, 'YYYY-MM-DD') AS "endsOn", registration, ${SWITCHED}, is_open AS "isOpen"`;

interface Filter {
  accountId: string | null;
  isOpenOnly: boolean;
  /** `YYYY-MM-DD`: applications from this day on are still to come. */
  fromDay: string;
}

/** When it was found, ISO 8601, and the application: the order of rechecks, from the last on. */
export type RecheckKey = readonly [foundAt: string, applicationEventId: string];

/** A provider's rechecks, those found last first. */
export async function listRecheckRows(
  tx: ProviderTx,
  providerId: string,
  filter: Filter & Slice<RecheckKey>,
): Promise<Listed<ListedRecheck>> {
  const { after, offset } = filter;
  const isCounted = after === null && (await areFew(tx, providerId));
  if (after === null && (isCounted || offset > 0)) return listWhole(tx, providerId, { ...filter, isCounted });
  return listFrom(tx, providerId, filter);
}

/** To know which change of an application is its newest, all of them are read: of many, those of a page alone. */
async function areFew(tx: ProviderTx, providerId: string): Promise<boolean> {
  const changed = await countUpTo(tx, Prisma.sql`FROM recheck WHERE provider_id = ${providerId}`);
  const ending = await countUpTo(tx, Prisma.sql`FROM recheck_ending WHERE provider_id = ${providerId}`);
  return changed !== null && ending !== null && changed + ending <= MOST_COUNTED;
}

async function listWhole(
  tx: ProviderTx,
  providerId: string,
  filter: Filter & Slice<RecheckKey> & { isCounted: boolean },
): Promise<Listed<ListedRecheck>> {
  const { accountId, isOpenOnly, fromDay, offset, after } = filter;
  const members = Prisma.sql`
    FROM (${newestChanges(providerId, { only: null, fromDay })}) AS found
    WHERE (${accountId}::text IS NULL OR account_id = ${accountId}) AND (is_open OR NOT ${isOpenOnly}::boolean)
      ${afterKey(Prisma.sql`found`, after)}`;
  const listed = await readSlice(filter, {
    count: () => (filter.isCounted ? countUpTo(tx, members) : Promise.resolve(null)),
    read: (most) => tx.$queryRaw<EntryRow[]>`
      SELECT ${ENTRY} ${members} ORDER BY found_at DESC, application_event_id OFFSET ${offset} LIMIT ${most}`,
  });
  return { ...listed, rows: listed.rows.map(withDate) };
}

const afterKey = (table: Prisma.Sql, after: RecheckKey | null): Prisma.Sql =>
  after === null
    ? Prisma.empty
    : Prisma.sql`AND ${table}.found_at <= ${after[0]}::timestamptz
        AND (${table}.found_at < ${after[0]}::timestamptz OR ${table}.application_event_id > ${after[1]}::uuid)`;

/** Changes that are looked at for a page, by its entries. Where most of them are closed by now, reading all at once is quicker. */
const LOOKED_AT = [2, 10];
/** Who asks for one entry alone may have as many closed ones before it. */
const LEAST_PAGE = 100;

async function listFrom(
  tx: ProviderTx,
  providerId: string,
  filter: Filter & Slice<RecheckKey>,
): Promise<Listed<ListedRecheck>> {
  const { limit } = filter;
  const rows: ListedRecheck[] = [];
  const page = (isMore = rows.length > limit): Listed<ListedRecheck> => ({
    total: filter.after === null && !isMore ? rows.length : null,
    rows: rows.slice(0, limit),
    isMore,
  });
  let after = filter.after;
  for (const times of LOOKED_AT) {
    const most = times * Math.max(limit, LEAST_PAGE);
    const keys = await findKeys(tx, providerId, { ...filter, after, most });
    rows.push(...(await entriesAt(tx, providerId, keys, filter)));
    after = keys.at(-1) ?? after;
    if (rows.length > limit || keys.length < most) return page();
  }
  const rest = await listWhole(tx, providerId, { ...filter, after, isCounted: false });
  rows.push(...rest.rows);
  return page(rest.isMore || rows.length > limit);
}

/** Of changes, those that are listed where they are. An application that changed more than once stands where its newest change does. */
async function entriesAt(
  tx: ProviderTx,
  providerId: string,
  keys: readonly RecheckKey[],
  { isOpenOnly, fromDay }: Filter,
): Promise<ListedRecheck[]> {
  const found = await tx.$queryRaw<EntryRow[]>`
    SELECT ${ENTRY} FROM (${newestChanges(providerId, { only: keys.map(([, id]) => id), fromDay })}) AS found
    WHERE is_open OR NOT ${isOpenOnly}::boolean`;
  const byKey = new Map(found.map((row) => [keyText([row.foundAt.toISOString(), row.applicationEventId]), row]));
  return keys.flatMap((key) => byKey.get(keyText(key)) ?? []).map(withDate);
}

const keyText = (key: RecheckKey): string => key.join(" ");
const inOrder = (a: RecheckKey, b: RecheckKey): number =>
  a[0] === b[0] ? Number(a[1] > b[1]) - Number(a[1] < b[1]) : Number(a[0] < b[0]) - Number(a[0] > b[0]);

/** What may be listed after a key, in the order of the list, `most` of it; fewer: there is no more. An application may come more than once. */
async function findKeys(
  tx: ProviderTx,
  providerId: string,
  { after, most, accountId, isOpenOnly, fromDay }: Filter & { after: RecheckKey | null; most: number },
): Promise<RecheckKey[]> {
  const keysOf = (table: Prisma.Sql) => tx.$queryRaw<{ foundAt: Date; id: string }[]>`
    SELECT r.found_at AS "foundAt", r.application_event_id::text AS id
    FROM ${withApplication(table)}
    WHERE r.provider_id = ${providerId} ${afterKey(Prisma.sql`r`, after)}
      AND (${accountId}::text IS NULL OR a.account_id = ${accountId})
      AND (a.application_date >= ${fromDay}::date OR NOT ${isOpenOnly}::boolean)
    GROUP BY r.found_at, r.application_event_id
    ORDER BY r.found_at DESC, r.application_event_id LIMIT ${most}`;
  const found = [...(await keysOf(Prisma.sql`recheck`)), ...(await keysOf(Prisma.sql`recheck_ending`))];
  const keys = new Map(
    found.map(({ foundAt, id }): [string, RecheckKey] => {
      const key = [foundAt.toISOString(), id] as const;
      return [keyText(key), key];
    }),
  );
  return [...keys.values()].sort(inOrder).slice(0, most);
}
