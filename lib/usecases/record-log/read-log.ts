import { findLogEntries, findLogEntry, findLogNodes, findLogRow, readLogSize } from "@/lib/data/record-log";
import type { LogStanding } from "@/lib/domain/report";
import type { Deps } from "@/lib/runtime/deps";
import { commitmentOf, leafText } from "@/lib/usecases/record-log/leaf";
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
  type HashOf,
  type TreeNode,
} from "@/lib/usecases/record-log/merkle";

/** The log's name: an address without a scheme, as C2SP asks. Its public files lie there. */
export const logOrigin = ({ env }: Pick<Deps, "env">): string =>
  `${(env.PUBLIC_URLS[0] ?? "").replace(/^https?:\/\//, "")}/log`;

class MissingNode extends Error {}

/** Stored hashes of nodes; asking for one that the log does not hold throws. */
async function hashesOf({ db }: Deps, nodes: readonly TreeNode[]): Promise<HashOf> {
  const found = new Map(
    (await findLogNodes(db, nodes)).map(({ level, place, hash }) => [`${level}/${place}`, Buffer.from(hash)]),
  );
  return ({ level, place }) => {
    const hash = found.get(`${level}/${place}`);
    if (hash === undefined) throw new MissingNode(`the log lacks node ${level}/${place}`);
    return hash;
  };
}

/** A signed note of the log's size and head (C2SP tlog-checkpoint); null where no key signs. */
function checkpointOf(deps: Deps, size: number, root: Buffer): string | null {
  const origin = logOrigin(deps);
  const text = `${origin}\n${size}\n${root.toString("base64")}\n`;
  const line = deps.recordKeys.signNote?.(origin, text);
  return line === undefined ? null : `${text}\n${line}`;
}

export async function readCheckpoint(deps: Deps): Promise<string | null> {
  if (deps.recordKeys.signNote === null) return null;
  const size = await readLogSize(deps.db);
  return checkpointOf(deps, size, rootOf(size, await hashesOf(deps, rootNodes(size))));
}

/**
 * Where the log has a record, with the proof. The proof is checked before it is shown: an entry that was altered in the
 * database, or whose tree was, is `broken`.
 */
export async function readLogStanding(deps: Deps, recordHash: string): Promise<LogStanding> {
  const entry = await findLogEntry(deps.db, commitmentOf(recordHash));
  if (entry === null) return { state: "absent" };
  const { place, size, loggedAt } = entry;
  const leaf = leafText(entry);
  const [own, hash] = [{ level: 0, place }, leafHash(Buffer.from(leaf))];
  try {
    const hashOf = await hashesOf(deps, [own, ...inclusionNodes(place, size), ...rootNodes(size)]);
    const [proof, root] = [inclusionProof(place, size, hashOf), rootOf(size, hashOf)];
    const isWhole = hashOf(own).equals(hash) && isIncluded({ leaf: hash, place, size, proof, root });
    if (!isWhole) return { state: "broken" };
    const hashes = proof.map((hash) => hash.toString("base64"));
    const checkpoint = checkpointOf(deps, size, root);
    return { state: "logged", place, size, loggedAt, leaf, root: root.toString("base64"), hashes, checkpoint };
  } catch (error) {
    if (error instanceof MissingNode) return { state: "broken" };
    throw error;
  }
}

/**
 * What proves that the log of one size grew from that of an earlier one; null where it was never so long. Throws where it
 * does not hold: an altered log has no proof.
 */
export async function readConsistency(deps: Deps, earlier: number, later: number): Promise<Buffer[] | null> {
  if (earlier > later || later > (await readLogSize(deps.db))) return null;
  const nodes = [...consistencyNodes(earlier, later), ...rootNodes(earlier), ...rootNodes(later)];
  const hashOf = await hashesOf(deps, nodes);
  const proof = consistencyProof(earlier, later, hashOf);
  const head = (size: number) => ({ size, root: rootOf(size, hashOf) });
  if (!isConsistent({ earlier: head(earlier), later: head(later), proof })) {
    throw new RangeError(`the log of ${later} entries does not continue that of ${earlier}`);
  }
  return proof;
}

const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/** A tile of the tree (C2SP tlog-tiles): `width` hashes of one level; null where the log does not hold all of them. */
export async function readTile(
  { db }: Deps,
  { level, place, width }: { level: number; place: number; width: number },
): Promise<Buffer | null> {
  const from = place * TILE_WIDTH;
  const nodes = await findLogRow(db, { level: level * TILE_HEIGHT, from, most: width });
  return nodes.length === width ? Buffer.concat(nodes.map(({ hash }) => hash)) : null;
}

/** The entries under a tile of level 0, each with its length before it. */
export async function readEntryBundle(
  { db }: Deps,
  { place, width }: { place: number; width: number },
): Promise<Buffer | null> {
  const entries = await findLogEntries(db, place * TILE_WIDTH, width);
  if (entries.length !== width) return null;
  return Buffer.concat(
    entries.flatMap((entry) => {
      const text = Buffer.from(leafText(entry), "utf8");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.length);
      return [length, text];
    }),
  );
}
