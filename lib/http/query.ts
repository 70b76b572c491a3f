import type { Fault } from "@/lib/domain/errors";

/**
 * The query as a plain object, and a fault for every parameter given twice or as an array (`a[]=`): a reader that
 * took the last of two would do what nobody asked for. Unknown names are the schema's to refuse.
 */
export function readQuery(url: URL): { values: Record<string, string>; faults: Fault[] } {
  const values: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const name of new Set(url.searchParams.keys())) {
    const all = url.searchParams.getAll(name);
    if (all.length > 1) faults.push({ path: [name], code: "custom", message: "must be given once" });
    else values[name] = all[0] ?? "";
  }
  return { values, faults };
}
