export interface NotFoundWords {
  what: string;
  advice: string;
  /** A page from which one goes on. */
  href: string;
  link: string;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

interface Room {
  /** Which addresses are about it; the first group is the thing's name. */
  pattern: RegExp;
  what: (name: string) => string;
  advice: string;
  href: string;
  link: string;
}

const PROVIDERS = { href: "/console/providers", link: "All providers" };
const DATA = { href: "/console/data", link: "All data sets" };

const ROOMS: readonly Room[] = [
  {
    pattern: /^\/console\/providers\/([^/]+)(\/webhooks|\/usage)?$/,
    what: (name) => `There is no provider ${name}.`,
    advice: "An id is written as it was created, in the same small and capital letters.",
    ...PROVIDERS,
  },
  {
    pattern: /^\/console\/data\/previews\/([^/]+)$/,
    what: (name) => `There is no preview ${name}.`,
    advice: "Previews are kept for 30 days. The page of a set asks for a new one.",
    ...DATA,
  },
  {
    pattern: /^\/console\/data\/[^/]+\/([^/]+)$/,
    what: (name) => `There is no data set ${name} of this kind.`,
    advice: "A switch removes older sets that judged no application, and so does npm run data -- remove.",
    ...DATA,
  },
  {
    pattern: /^\/console\/labels\/([^/]+)(\/compare)?$/,
    what: (name) => `No label file has the number ${name}.`,
    advice: "Search by brand or number. What callers asked about and no one entered stands under Unread labels.",
    href: "/console/labels",
    link: "All labels",
  },
];

/** What an address of the console is about, where there is no such thing. */
export function notFoundWords(path: string): NotFoundWords {
  for (const { pattern, what, advice, href, link } of ROOMS) {
    const [, name] = pattern.exec(path) ?? [];
    if (name !== undefined) return { what: what(decoded(name)), advice, href, link };
  }
  return {
    what: `The console has no page ${decoded(path)}.`,
    advice: "Check the address, or choose a page in the menu.",
    href: "/console",
    link: "Overview",
  };
}
