import { createHash } from "node:crypto";

/** A complete subtree: the hash over leaves `place * 2^level` and the 2^level - 1 that follow. */
export interface TreeNode {
  level: number;
  place: number;
}

/** Leaves from `from` up to, and without, `to`. */
interface Leaves {
  from: number;
  to: number;
}

export type HashOf = (node: TreeNode) => Buffer;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962 section 2.1: leaves and inner nodes are hashed apart, so that none can be given for the other. */
export const leafHash = (data: Uint8Array): Buffer => sha256(Buffer.from([0]), data);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.from([1]), left, right);
const EMPTY_ROOT = sha256();

/** The largest power of two below `n`, for n of at least 2. */
function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The complete subtrees that leaves of one tree's range fall into, left to right. */
function nodesOf({ from, to }: Leaves): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let start = from; start < to;) {
    let [level, width] = [0, 1];
    while (start % (width * 2) === 0 && start + width * 2 <= to) [level, width] = [level + 1, width * 2];
    nodes.push({ level, place: start / width });
    start += width;
  }
  return nodes;
}

/** The hash of a range as RFC 6962 splits it: what is left of a power of two hangs on the right. */
function rangeHash(leaves: Leaves, hashOf: HashOf): Buffer {
  const [last, ...before] = nodesOf(leaves).map(hashOf).reverse();
  return last === undefined ? EMPTY_ROOT : before.reduce((right, left) => nodeHash(left, right), last);
}

/** Ranges whose hashes prove that a leaf is in a tree, from the leaf up: PATH(m, D[n]). */
function inclusionRanges(place: number, { from, to }: Leaves): Leaves[] {
  if (to - from === 1) return [];
  const middle = from + splitOf(to - from);
  return place < middle
    ? [...inclusionRanges(place, { from, to: middle }), { from: middle, to }]
    : [...inclusionRanges(place, { from: middle, to }), { from, to: middle }];
}

/** Ranges whose hashes prove that a tree of `size` began as one of `earlier`: SUBPROOF(m, D[n], b). */
function consistencyRanges(earlier: number, { from, to }: Leaves, isWhole: boolean): Leaves[] {
  if (earlier === to) return isWhole ? [] : [{ from, to }];
  const middle = from + splitOf(to - from);
  return earlier <= middle
    ? [...consistencyRanges(earlier, { from, to: middle }, isWhole), { from: middle, to }]
    : [...consistencyRanges(earlier, { from: middle, to }, false), { from, to: middle }];
}

/** What a tree's head is made of, and which stored nodes that takes. */
export const rootNodes = (size: number): TreeNode[] => nodesOf({ from: 0, to: size });
export const rootOf = (size: number, hashOf: HashOf): Buffer => rangeHash({ from: 0, to: size }, hashOf);

export const inclusionNodes = (place: number, size: number): TreeNode[] =>
  inclusionRanges(place, { from: 0, to: size }).flatMap(nodesOf);
export const inclusionProof = (place: number, size: number, hashOf: HashOf): Buffer[] =>
  inclusionRanges(place, { from: 0, to: size }).map((leaves) => rangeHash(leaves, hashOf));

const betweenSizes = (earlier: number, size: number): Leaves[] =>
  earlier === 0 || earlier === size ? [] : consistencyRanges(earlier, { from: 0, to: size }, true);
export const consistencyNodes = (earlier: number, size: number): TreeNode[] =>
  betweenSizes(earlier, size).flatMap(nodesOf);
export const consistencyProof = (earlier: number, size: number, hashOf: HashOf): Buffer[] =>
  betweenSizes(earlier, size).map((leaves) => rangeHash(leaves, hashOf));

export interface Inclusion {
  leaf: Buffer;
  place: number;
  size: number;
  proof: readonly Buffer[];
  root: Buffer;
}

/** RFC 9162 section 2.1.3.2. */
export function isIncluded({ leaf, place, size, proof, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(place) || place < 0 || place >= size) return false;
  let [own, last, hash] = [place, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (own % 2 === 1 || own === last) {
      hash = nodeHash(sibling, hash);
      while (own % 2 === 0 && own !== 0) [own, last] = [own / 2, Math.floor(last / 2)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [own, last] = [Math.floor(own / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

export interface Consistency {
  earlier: { size: number; root: Buffer };
  later: { size: number; root: Buffer };
  proof: readonly Buffer[];
}

/** RFC 9162 section 2.1.4.2. Every tree began empty. */
export function isConsistent({ earlier, later, proof }: Consistency): boolean {
  if (earlier.size > later.size || earlier.size < 0) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  if (earlier.size === 0) return proof.length === 0 && earlier.root.equals(EMPTY_ROOT);
  const isPower = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPower ? [earlier.root, ...proof] : proof;
  const roots = first === undefined ? null : grownFrom(first, rest, { earlier: earlier.size, later: later.size });
  return roots !== null && roots.before.equals(earlier.root) && roots.after.equals(later.root);
}

/** Both heads as the proof has them; null: it is too long or too short for such trees. */
function grownFrom(
  first: Buffer,
  rest: readonly Buffer[],
  sizes: { earlier: number; later: number },
): { before: Buffer; after: Buffer } | null {
  let [own, last] = [sizes.earlier - 1, sizes.later - 1];
  while (own % 2 === 1) [own, last] = [Math.floor(own / 2), Math.floor(last / 2)];
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (last === 0) return null;
    if (own % 2 === 1 || own === last) {
      [before, after] = [nodeHash(hash, before), nodeHash(hash, after)];
      while (own % 2 === 0 && own !== 0) [own, last] = [own / 2, Math.floor(last / 2)];
    } else {
      after = nodeHash(after, hash);
    }
    [own, last] = [Math.floor(own / 2), Math.floor(last / 2)];
  }
  return last === 0 ? { before, after } : null;
}
