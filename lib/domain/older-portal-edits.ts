/**
 * Edits as earlier versions of the pages wrote them, with the member names of the API. A browser keeps unsent edits for
 * days, and a page stays open over a deployment: both the queue that reads such an edit and the server that receives it
 * rename its members first.
 */

/** The edit with today's member names. Anything but an earlier version's edit comes back as it is. */
export function withCurrentNames(edit: unknown): unknown {
  if (!isRecord(edit)) return edit;
  const current = "field_id" in edit ? withNames(edit) : edit;
  // From before the acres were asked for: the server asks for them where the reason needs them.
  return current.kind === "exemption" && !("treatedAcres" in current) ? { ...current, treatedAcres: null } : current;
}

function withNames(edit: Record<string, unknown>): Record<string, unknown> {
  return renamed(edit, (value) =>
    Array.isArray(value) ? value.map((each: unknown) => renamedRecord(each)) : renamedRecord(value),
  );
}

/** One level down only: what an edit holds deeper is GeoJSON, whose names never changed. */
const renamedRecord = (value: unknown): unknown => (isRecord(value) ? renamed(value, (inner) => inner) : value);

const renamed = (record: Record<string, unknown>, inner: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [todays(name), inner(value)]));

const todays = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
