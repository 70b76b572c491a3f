import type { Issue } from "@/lib/domain/issues";

/**
 * The same issue is listed once: one entry for each code and product, in order of first appearance of the code.
 *
 * Entries of one code and product become one where nothing is lost by it: their lists of particulars are joined, and
 * entries whose other particulars or rules differ stay apart. An issue that names neither product nor rule nor
 * particulars adds nothing to one of the same code that does, and goes. What blocks keeps blocking.
 */
export function mergeIssues(issues: readonly Issue[]): Issue[] {
  const byCode = new Map<string, Issue[]>();
  for (const found of issues) {
    byCode.set(found.code, addTo(byCode.get(found.code) ?? [], found));
  }
  return [...byCode.values()].flatMap(withoutBare);
}

function addTo(known: readonly Issue[], found: Issue): Issue[] {
  const at = known.findIndex((other) => canJoin(other, found));
  return at < 0 ? [...known, found] : known.map((other, index) => (index === at ? joined(other, found) : other));
}

type Particulars = Record<string, unknown>;

const canJoin = (a: Issue, b: Issue): boolean =>
  a.productIndex === b.productIndex &&
  (a.ruleId === null || b.ruleId === null || a.ruleId === b.ruleId) &&
  agrees({ ...a.particulars }, { ...b.particulars });

function agrees(a: Particulars, b: Particulars): boolean {
  return Object.keys(a).every((key) => {
    const isInBoth = b[key] !== undefined && a[key] !== undefined;
    return !isInBoth || (Array.isArray(a[key]) && Array.isArray(b[key])) || a[key] === b[key];
  });
}

const joined = (a: Issue, b: Issue): Issue => ({
  ...a,
  ruleId: a.ruleId ?? b.ruleId,
  blocks: a.blocks || b.blocks,
  particulars: joinParticulars({ ...a.particulars }, { ...b.particulars }),
});

const joinParticulars = (a: Particulars, b: Particulars): Particulars => ({
  ...a,
  ...Object.fromEntries(
    Object.entries(b).map(([key, value]) => {
      const known = a[key];
      return [key, Array.isArray(known) && Array.isArray(value) ? union(known, value) : value];
    }),
  ),
});

const union = (a: readonly unknown[], b: readonly unknown[]): unknown[] => [
  ...new Map([...a, ...b].map((each) => [JSON.stringify(each), each])).values(),
];

const isBare = ({ productIndex, ruleId, particulars }: Issue): boolean =>
  productIndex === null && ruleId === null && Object.keys(particulars).length === 0;

function withoutBare(ofCode: readonly Issue[]): Issue[] {
  const bare = ofCode.find(isBare);
  if (bare === undefined || ofCode.length === 1) return [...ofCode];
  return ofCode.filter((found) => found !== bare).map((found) => ({ ...found, blocks: found.blocks || bare.blocks }));
}
