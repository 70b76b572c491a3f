import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  consistencyNodes,
  consistencyProof,
  inclusionNodes,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  rootNodes,
  rootOf,
  type TreeNode,
} from "@/lib/usecases/record-log/merkle";
import { SEED } from "@/tests/support/seed";

/*
 * The oracle: RFC 6962 section 2.1 word for word, over whole lists of leaves and with nothing kept. It shares no code with
 * what it judges.
 */
const hashed = (...parts: Buffer[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();
const leavesOf = (size: number): Buffer[] => Array.from({ length: size }, (_, index) => Buffer.from(`leaf ${index}`));
const largestBelow = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);

function mth(data: Buffer[]): Buffer {
  const [first] = data;
  if (first === undefined) return hashed();
  if (data.length === 1) return hashed(Buffer.from([0]), first);
  const k = largestBelow(data.length);
  return hashed(Buffer.from([1]), mth(data.slice(0, k)), mth(data.slice(k)));
}

function path(m: number, data: Buffer[]): Buffer[] {
  if (data.length === 1) return [];
  const k = largestBelow(data.length);
  return m < k
    ? [...path(m, data.slice(0, k)), mth(data.slice(k))]
    : [...path(m - k, data.slice(k)), mth(data.slice(0, k))];
}

function subproof(m: number, data: Buffer[], isWhole: boolean): Buffer[] {
  if (m === data.length) return isWhole ? [] : [mth(data)];
  const k = largestBelow(data.length);
  return m <= k
    ? [...subproof(m, data.slice(0, k), isWhole), mth(data.slice(k))]
    : [...subproof(m - k, data.slice(k), false), mth(data.slice(0, k))];
}

/** Stored hashes of complete subtrees: none but those that were asked for ahead may be read. */
function storedFor(leaves: Buffer[], asked: readonly TreeNode[]): (node: TreeNode) => Buffer {
  const known = new Map(
    asked.map(({ level, place }) => [
      `${level}/${place}`,
      mth(leaves.slice(place * 2 ** level, (place + 1) * 2 ** level)),
    ]),
  );
  for (const { level, place } of asked) expect((place + 1) * 2 ** level).toBeLessThanOrEqual(leaves.length);
  return ({ level, place }) =>
    known.get(`${level}/${place}`) ?? expect.fail(`node ${level}/${place} was not asked for`);
}

const SIZE = fc.integer({ min: 1, max: 300 });
const OPTIONS = { seed: SEED, numRuns: 400 };
/** A tree and a place in it. */
const TREE = SIZE.chain((size) => fc.record({ size: fc.constant(size), place: fc.nat(size - 1) }));
const GROWN = SIZE.chain((size) => fc.record({ size: fc.constant(size), earlier: fc.nat(size) }));

const inclusionOf = ({ size, place }: { size: number; place: number }) => {
  const leaves = leavesOf(size);
  const proof = inclusionProof(place, size, storedFor(leaves, inclusionNodes(place, size)));
  return { leaf: leafHash(leaves[place] ?? Buffer.alloc(0)), place, size, proof, root: mth(leaves) };
};

const consistencyOf = ({ size, earlier }: { size: number; earlier: number }) => {
  const leaves = leavesOf(size);
  return {
    earlier: { size: earlier, root: mth(leaves.slice(0, earlier)) },
    later: { size, root: mth(leaves) },
    proof: consistencyProof(earlier, size, storedFor(leaves, consistencyNodes(earlier, size))),
  };
};

const flipped = (hash: Buffer | undefined, bit: number): Buffer => {
  const copy = Buffer.from(hash ?? Buffer.alloc(32));
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
};
const BIT = fc.nat(255);

describe("the tree of the record log, against RFC 6962 word for word", () => {
  it("has the RFC's head at every size", () => {
    for (let size = 0; size <= 130; size += 1) {
      const leaves = leavesOf(size);
      expect(rootOf(size, storedFor(leaves, rootNodes(size))).equals(mth(leaves)), `size ${size}`).toBe(true);
    }
  });

  it("proves every leaf as the RFC does, and the proof holds", () => {
    fc.assert(
      fc.property(TREE, (tree) => {
        const inclusion = inclusionOf(tree);
        expect(inclusion.proof).toEqual(path(tree.place, leavesOf(tree.size)));
        expect(isIncluded(inclusion)).toBe(true);
      }),
      OPTIONS,
    );
  });

  it("refuses a proof with one bit changed, one hash more or less, another place, or another size", () => {
    fc.assert(
      fc.property(TREE, BIT, fc.nat(20), (tree, bit, at) => {
        const good = inclusionOf(tree);
        const which = at % Math.max(1, good.proof.length);
        const wrong = [
          { ...good, root: flipped(good.root, bit) },
          { ...good, leaf: flipped(good.leaf, bit) },
          { ...good, proof: [...good.proof, good.root] },
          { ...good, place: good.place + 1 },
          { ...good, place: -1 },
          ...(good.proof.length === 0
            ? []
            : [
                { ...good, proof: good.proof.slice(1) },
                { ...good, proof: good.proof.map((hash, index) => (index === which ? flipped(hash, bit) : hash)) },
              ]),
        ];
        for (const each of wrong) expect(isIncluded(each)).toBe(false);
      }),
      OPTIONS,
    );
  });

  it("proves that every tree began as each earlier one, as the RFC does", () => {
    fc.assert(
      fc.property(GROWN, (grown) => {
        const consistency = consistencyOf(grown);
        const { earlier, size } = grown;
        if (earlier > 0) expect(consistency.proof).toEqual(subproof(earlier, leavesOf(size), true));
        expect(isConsistent(consistency)).toBe(true);
      }),
      OPTIONS,
    );
  });

  it("refuses a tree in which an earlier leaf is another, is missing, or stands elsewhere", () => {
    const changed = GROWN.filter(({ earlier }) => earlier > 0);
    fc.assert(
      fc.property(changed, BIT, fc.nat(300), (grown, bit, at) => {
        const good = consistencyOf(grown);
        const leaves = leavesOf(grown.earlier);
        const which = at % grown.earlier;
        const others = [
          mth(leaves.map((leaf, index) => (index === which ? Buffer.from("another") : leaf))),
          flipped(good.earlier.root, bit),
          mth(leaves.toSpliced(which, 1)),
        ];
        for (const root of others) {
          expect(isConsistent({ ...good, earlier: { size: grown.earlier, root } })).toBe(false);
        }
        if (grown.earlier < grown.size) {
          expect(isConsistent({ ...good, later: { size: grown.size, root: flipped(good.later.root, bit) } })).toBe(
            false,
          );
          expect(isConsistent({ ...good, proof: [...good.proof, good.later.root] })).toBe(false);
        }
        expect(isConsistent({ earlier: good.later, later: good.earlier, proof: [] })).toBe(
          grown.earlier === grown.size,
        );
      }),
      OPTIONS,
    );
  });

  it("keeps to the RFC's published example of seven leaves", () => {
    const data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"].map((hex) => Buffer.from(hex, "hex"));
    const root = rootOf(7, storedFor(data, rootNodes(7)));
    expect(root.toString("hex")).toBe("ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c");
  });
});
