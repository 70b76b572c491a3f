import { leftInWords } from "@/lib/pages/portal/group-left";
import { FIELDS_A_PAGE, type GroupQuery } from "@/lib/usecases/portal/read-group";
import { wordsIn } from "@/lib/views/language";
import { LEFT_KINDS, type GroupChoice, type GroupView, type LeftKind } from "@/lib/views/portal/group";

const words = wordsIn({
  en: {
    all: (fields: number) => `All ${fields}`,
    mostLeft: "Most left first",
    byName: "By name",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  es: {
    all: (fields) => `Todos: ${fields}`,
    mostLeft: "Primero los que más tienen pendiente",
    byName: "Por nombre",
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
});

/** What a reader asks of the list: what is searched for, what has to be left, in which order, and which page. */
export interface ListQuery extends GroupQuery {
  left: LeftKind | null;
  isByLeft: boolean;
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
  [false, true].map((isByLeft) => ({
    words: isByLeft ? words().mostLeft : words().byName,
    href: listHref(path, { ...query, isByLeft, page: 1 }),
    isPicked: query.isByLeft === isByLeft,
  }));

function listHref(path: string, { search, left, isByLeft, page }: ListQuery): string {
  const query = new URLSearchParams({
    ...(search === "" ? {} : { search }),
    ...(left === null ? {} : { left }),
    ...(isByLeft ? { sort: "left" } : {}),
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
