/**
 * The query as a plain object. A parameter given twice is a list of what was given, which no schema of a query takes:
 * a reader that took the last of two would do what no one asked for. Unknown names are the schema's to refuse.
 */
export function readQuery(url: URL): Record<string, string | string[]> {
  const given = [...new Set(url.searchParams.keys())].map((name): [string, string | string[]] => {
    const all = url.searchParams.getAll(name);
    return [name, all.length === 1 ? (all[0] ?? "") : all];
  });
  return Object.fromEntries(given);
}
