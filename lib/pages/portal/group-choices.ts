import { dayKindOf, daysInWords } from "@/lib/pages/portal/group-days";
import { leftInWords } from "@/lib/pages/portal/group-left";
import { FIELDS_A_PAGE, type GroupQuery } from "@/lib/usecases/portal/read-group";
import { wordsIn } from "@/lib/views/language";
import { LEFT_KINDS, type GroupChoice, type GroupView, type LeftKind } from "@/lib/views/portal/group";
import { DAY_KINDS, type DayChoice, type DayKind, type WhenView } from "@/lib/views/portal/group-days";

const words = wordsIn({
  en: {
    all: (fields: number) => `All ${fields}`,
    day: "Soonest first",
    left: "Most left first",
    name: "By name",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  es: {
    all: (fields) => `Todos: ${fields}`,
    day: "Primero lo más próximo",
    left: "Más pendientes primero",
    name: "Por nombre",
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
});

/** Orders of a list that is read whole, the one first that it has unasked. */
export const LIST_ORDERS = ["day", "name", "left"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** What a reader asks of the list: what is searched for, which days, what has to be left, in which order, and which page. */
export interface ListQuery extends GroupQuery {
  day: DayKind | null;
  left: LeftKind | null;
  order: ListOrder;
}

/** "Today: 8", "Next 7 days: 12": each a link to the fields with an application of then. None where all are of one kind. */
export function dayChoicesOf(
  path: string,
  query: ListQuery,
  { listed, today }: { listed: readonly { whens: readonly WhenView[] }[]; today: string },
): DayChoice[] {
  const counts = new Map<DayKind, number>();
  for (const { whens } of listed) {
    for (const kind of new Set(whens.map((when) => dayKindOf(when, today)))) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  const kinds = DAY_KINDS.filter((kind) => counts.has(kind) || query.day === kind);
  if (kinds.length < 2 && query.day === null) return [];
  const choice = (kind: DayKind | null, fields: number): DayChoice => ({
    kind: kind ?? "all",
    words: daysInWords(kind ?? "all", fields),
    href: listHref(path, { ...query, day: kind, page: 1 }),
    isPicked: query.day === kind,
  });
  return [choice(null, listed.length), ...kinds.map((kind) => choice(kind, counts.get(kind) ?? 0))];
}

/** "3 need points", "2 need wind": each a link to those fields alone. */
export function filtersOf(
  path: string,
  query: ListQuery,
  listed: readonly { left: readonly LeftKind[] }[],
): GroupChoice[] {
  if (listed.length < 2) return [];
  const kinds = LEFT_KINDS.flatMap((kind): GroupChoice[] => {
    const fields = listed.filter(({ left }) => left.includes(kind)).length;
    const isPicked = query.left === kind;
    if (fields === 0 && !isPicked) return [];
    return [{ words: leftInWords(kind, fields), href: listHref(path, { ...query, left: kind, page: 1 }), isPicked }];
  });
  const all = listHref(path, { ...query, left: null, page: 1 });
  return [{ words: words().all(listed.length), href: all, isPicked: query.left === null }, ...kinds];
}

export const ordersOf = (path: string, query: ListQuery): GroupChoice[] =>
  LIST_ORDERS.map((order) => ({
    words: words()[order],
    href: listHref(path, { ...query, order, page: 1 }),
    isPicked: query.order === order,
  }));

function listHref(path: string, { search, day, left, order, page }: ListQuery): string {
  const query = new URLSearchParams({
    ...(search === "" ? {} : { search }),
    ...(day === null ? {} : { day }),
    ...(left === null ? {} : { left }),
    ...(order === "day" ? {} : { sort: order }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export function pagerOf(path: string, query: ListQuery, shown: number): GroupView["pager"] {
  const { page } = query;
  const pages = Math.ceil(shown / FIELDS_A_PAGE);
  if (pages < 2 && page === 1) return null;
  const href = (to: number): string => listHref(path, { ...query, page: to });
  return {
    words: words().page(page, Math.max(1, pages)),
    previous: page > 1 ? href(Math.min(page - 1, Math.max(1, pages))) : null,
    next: page < pages ? href(page + 1) : null,
  };
}
