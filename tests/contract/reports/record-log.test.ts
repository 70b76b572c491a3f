import { createHash, createPublicKey, generateKeyPairSync, verify, type KeyObject } from "node:crypto";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import pg from "pg";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as recordProof } from "@/app/api/v2/applications/[applicationEventId]/record/proof/route";
import { GET as runoffProof } from "@/app/api/v2/fields/[providerFieldId]/reports/runoff/proof/route";
import { GET as keySet } from "@/app/key-set/route";
import { GET as consistencyFile } from "@/app/log/consistency/[earlier]/[later]/route";
import { GET as checkpointFile } from "@/app/log/checkpoint/route";
import { GET as tileFile } from "@/app/log/tile/[...path]/route";
import { VerifyAnswer } from "@/components/report/verify-answer";
import { asProvider } from "@/lib/data/db";
import { logRecord } from "@/lib/data/record-log";
import { createRecordKeys } from "@/lib/gateways/record-keys";
import { parseTilePath } from "@/lib/http/log-tiles";
import { getDeps } from "@/lib/runtime/deps";
import { isConsistent } from "@/lib/usecases/record-log/merkle";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let ground: Connected;
let caller: Caller;
let id: string;
const keyOf = (): KeyObject => generateKeyPairSync("ed25519").privateKey;
const [now, earlier] = [keyOf(), keyOf()];

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962 over all leaves at once, which shares nothing with the service's own. */
function headOf(leaves: Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), only);
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.from([1]), headOf(leaves.slice(0, split)), headOf(leaves.slice(split)));
}

const asOwner = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
};

interface Proof {
  record_hash: string;
  jws: string | null;
  log_state: string;
  log: { entry: number; size: number; leaf: string; root: string; hashes: string[]; proof: string | null } | null;
}
const proofOf = async (): Promise<Proof> => {
  const response = await call(runoffProof, caller, {
    method: "GET",
    params: { providerFieldId: "field-1" },
    query: "year=2026",
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Proof;
};
const fetchFile = (handler: typeof tileFile, path: string[] = []): Promise<Response> =>
  handler(new Request("http://localhost:3000/log"), { params: Promise.resolve({ path }) });
const publishedKeys = async (): Promise<JSONWebKeySet> =>
  (await (
    await keySet(new Request("http://localhost:3000/.well-known/jwks.json"), { params: Promise.resolve({}) })
  ).json()) as JSONWebKeySet;

/** Every entry as the log publishes it, in one bundle. */
async function publishedLeaves(size: number): Promise<Buffer[]> {
  const response = await fetchFile(tileFile, [
    "entries",
    size === 256 ? "000" : `000.p`,
    ...(size === 256 ? [] : [String(size)]),
  ]);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const leaves: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    leaves.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return leaves;
}

/** Size and head of a checkpoint whose signature holds. */
function openCheckpoint(note: string): { size: number; root: string } {
  const [text = "", line = ""] = note.split("\n\n");
  const [origin = "", size = "", root = ""] = text.split("\n");
  expect(origin).toBe("localhost:3000/log");
  const [, name, encoded = ""] = /^\u2014 (\S+) (\S+)\n$/.exec(line) ?? [];
  expect(name).toBe(origin);
  const bytes = Buffer.from(encoded, "base64");
  const raw = createPublicKey(now).export({ type: "spki", format: "der" }).subarray(-32);
  expect(bytes.subarray(0, 4).equals(sha256(`${origin}\n`, Buffer.from([1]), raw).subarray(0, 4))).toBe(true);
  expect(verify(null, Buffer.from(`${text}\n`), createPublicKey(now), bytes.subarray(4))).toBe(true);
  return { size: Number(size), root };
}

beforeAll(async () => {
  ground = await prepareGround();
  caller = await makeCaller("logged");
  ({ id } = await saved(caller, { provider_field_id: "field-1", products: [NEEDS_4] }));
});
afterAll(() => ground.close());

describe("a record's proof where no key is set", () => {
  it("has its place in the log, no signature, and no published log", async () => {
    const { jws, log_state: state, log } = await proofOf();
    expect({ jws, state, proof: log?.proof }).toEqual({ jws: null, state: "logged", proof: null });
    expect((await getDeps()).recordKeys.jwks.keys).toEqual([]);
    expect((await fetchFile(checkpointFile)).status).toBe(404);
    expect((await fetchFile(tileFile, ["0", "000.p", "1"])).status).toBe(404);
  });
});

describe("a record's proof", () => {
  beforeAll(async () => {
    (await getDeps()).recordKeys = await createRecordKeys([now, createPublicKey(earlier)], []);
  });

  it("is a JWS of the record's own bytes, which the published key set proves", async () => {
    const { jws, record_hash: hash } = await proofOf();
    const keys = await publishedKeys();
    expect(keys.keys).toHaveLength(2);
    for (const key of keys.keys) expect(Object.keys(key).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
    const { payload, protectedHeader } = await compactVerify(jws ?? "", createLocalJWKSet(keys));
    expect(sha256(Buffer.from(payload)).toString("hex")).toBe(hash);
    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "hedgerow-record+json", kid: keys.keys[0]?.kid });
    const altered = (jws ?? "").replace(/\.(.)/, (_, letter: string) => `.${letter === "A" ? "B" : "A"}`);
    await expect(compactVerify(altered, createLocalJWKSet(keys))).rejects.toThrow();
  });

  it("holds after the keys were rotated, because the earlier key stays published", async () => {
    const deps = await getDeps();
    const { jws } = await proofOf();
    const [next, before] = [await createRecordKeys([keyOf(), createPublicKey(now)], []), deps.recordKeys];
    deps.recordKeys = next;
    await expect(compactVerify(jws ?? "", createLocalJWKSet(next.jwks))).resolves.toBeDefined();
    const fresh = (await proofOf()).jws ?? "";
    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(jws ?? "").kid);
    deps.recordKeys = before;
  });

  it("names the entry of this record, under a head that is the RFC's over everything published", async () => {
    const proof = await proofOf();
    expect((await proofOf()).log?.size).toBe(proof.log?.size);
    const { entry = -1, size = 0, leaf = "", root } = proof.log ?? {};
    expect(leaf).toMatch(new RegExp(`^hedgerow-record-v1 ${sha256(proof.record_hash).toString("hex")} 2\\S+Z\\n$`));
    const leaves = await publishedLeaves(size);
    expect(leaves[entry]?.toString("utf8")).toBe(leaf);
    expect(headOf(leaves).toString("base64")).toBe(root);
    const note = await (await fetchFile(checkpointFile)).text();
    expect(openCheckpoint(note)).toEqual({ size, root });
    expect(proof.log?.proof).toBe(
      ["c2sp.org/tlog-proof@v1", `index ${entry}`, ...(proof.log?.hashes ?? []), "", note].join("\n"),
    );
    expect(leaves.join("")).not.toContain(proof.record_hash);
  });

  it("stays true while many records come at once, of several providers: the log grows without a gap", async () => {
    const deps = await getDeps();
    const hashes = Array.from({ length: 40 }, (_, index) => sha256(`record ${index}`).toString("hex"));
    await makeCaller("logged-too");
    const before = openCheckpoint(await (await fetchFile(checkpointFile)).text());
    const twice = [...hashes, ...hashes].map((hash, index) =>
      asProvider(deps.db, index % 2 === 0 ? "logged" : "logged-too", (tx) => logRecord(tx, hash)),
    );
    await Promise.all(twice);
    const { size, root } = openCheckpoint(await (await fetchFile(checkpointFile)).text());
    const leaves = await publishedLeaves(size);
    expect(size).toBe(leaves.length);
    expect(headOf(leaves).toString("base64")).toBe(root);
    const first = await asOwner<{ n: string }>("SELECT count(*)::text AS n FROM record_log_entry");
    expect(first[0]?.n).toBe(String(size));
    for (const hash of hashes) {
      expect(leaves.filter((leaf) => leaf.includes(sha256(hash).toString("hex")))).toHaveLength(1);
    }
    // What was published before is how it begins still.
    expect(size).toBeGreaterThanOrEqual(before.size + 40);
    expect(headOf(leaves.slice(0, before.size)).toString("base64")).toBe(before.root);
    const times = leaves.map((leaf) => leaf.toString("utf8").split(" ")[2] ?? "");
    expect(times).toEqual(times.toSorted());
    const tile = Buffer.from(await (await fetchFile(tileFile, ["0", "000.p", String(size)])).arrayBuffer());
    expect(tile.equals(Buffer.concat(leaves.map((leaf) => sha256(Buffer.from([0]), leaf))))).toBe(true);
  });

  it("proves that its head grew from an earlier one, to anyone who kept that", async () => {
    const { size, root } = openCheckpoint(await (await fetchFile(checkpointFile)).text());
    const leaves = await publishedLeaves(size);
    const head = (of: number) => ({ size: of, root: headOf(leaves.slice(0, of)) });
    const ask = (from: string, to: string): Promise<Response> =>
      consistencyFile(new Request("http://localhost:3000/log"), {
        params: Promise.resolve({ earlier: from, later: to }),
      });
    expect(head(size).root.toString("base64")).toBe(root);
    for (const earlier of [0, 1, 7, 8, size - 1, size]) {
      const text = await (await ask(String(earlier), String(size))).text();
      const proof = text
        .split("\n")
        .slice(0, -1)
        .map((line) => Buffer.from(line, "base64"));
      expect(isConsistent({ earlier: head(earlier), later: head(size), proof }), `from ${earlier}`).toBe(true);
    }
    for (const [from, to] of [
      ["1", String(size + 1)],
      ["9", "8"],
      ["-1", "8"],
      ["x", "8"],
      ["01", "8"],
    ] as const) {
      expect((await ask(from, to)).status, `${from} to ${to}`).toBe(404);
    }
  });

  it("has tiles by C2SP's paths alone, and only whole ones", async () => {
    expect(parseTilePath("0/x001/x234/067")).toEqual({ level: 0, place: 1_234_067, width: 256 });
    expect(parseTilePath("entries/000.p/7")).toEqual({ level: null, place: 0, width: 7 });
    for (const path of [
      "0/0",
      "0/x000/001",
      "0/001/002",
      "8/000",
      "-1/000",
      "0/000.p/0",
      "0/000.p/256",
      "0/000.p/",
      "x/000",
      "",
      "0/000/",
    ]) {
      expect(parseTilePath(path), path).toBeNull();
    }
    expect((await fetchFile(tileFile, ["0", "000"])).status).toBe(404);
    expect((await fetchFile(tileFile, ["0", "001.p", "1"])).status).toBe(404);
  });

  it("is there of what an applicator signed, and of nothing that is not signed or another's", async () => {
    const ask = (asking: Caller) => call(recordProof, asking, { method: "GET", params: { applicationEventId: id } });
    const refused = await ask(caller);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: "NOT_READY" } });
    expect((await ask(await makeCaller("logged-other"))).status).toBe(404);
  });
});

describe("/verify", () => {
  it("shows the proof with the answer, and no more of the record than before", async () => {
    const { record_hash: hash, log } = await proofOf();
    const verified = await verifyReport(await getDeps(), hash);
    const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash, verified }));
    expect(html).toContain("Known, and unchanged");
    expect(html).toContain(`${(log?.entry ?? 0) + 1} of `);
    expect(html).toContain("c2sp.org/tlog-proof@v1");
    expect(html.replaceAll(hash, "")).not.toMatch(/field-1|account-1|application-1/);
  });

  it("says nothing good of a record whose entry or tree was altered in the database", async () => {
    const { record_hash: hash, log } = await proofOf();
    const deps = await getDeps();
    const place = log?.entry ?? -1;
    const alterations = [
      ["UPDATE record_log_entry SET logged_at = logged_at - interval '1 year'", `place = ${place}`],
      [String.raw`UPDATE record_log_node SET hash = sha256('\x00'::bytea)`, `level = 0 AND place = ${place}`],
      ["DELETE FROM record_log_node", `level = 0 AND place = ${place % 2 === 0 ? place + 1 : place - 1}`],
    ] as const;
    for (const [change, where] of alterations) {
      const table = /record_log_\w+/.exec(change)?.[0] ?? "";
      await asOwner(`CREATE TABLE log_copy AS SELECT * FROM ${table};
        ALTER TABLE ${table} DISABLE TRIGGER USER; ${change} WHERE ${where}`);
      const verified = await verifyReport(deps, hash);
      expect(verified, change).toMatchObject({ log: { state: "broken" } });
      const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash, verified }));
      expect(html).toContain("Do not rely on this answer");
      expect(html).not.toMatch(/Known, and unchanged|tlog-proof/);
      expect(await proofOf()).toMatchObject({ log_state: "broken", log: null });
      await asOwner(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM log_copy; DROP TABLE log_copy;
        ALTER TABLE ${table} ENABLE TRIGGER USER`);
      expect(await verifyReport(deps, hash)).toMatchObject({ state: "current", log: { state: "logged" } });
    }
  });
});

describe("the tables of the log", () => {
  it.each(["record_log_entry", "record_log_node"])("%s is changed by no one: not even its owner", async (table) => {
    for (const change of [`UPDATE ${table} SET place = place`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await expect(asOwner(change)).rejects.toThrow(`${table} is append-only`);
    }
  });

  it("are written by the function alone: the service's role may only read them", async () => {
    const { db } = await getDeps();
    const write = (text: string) => asProvider(db, "logged", (tx) => tx.$executeRawUnsafe(text));
    const entry = `INSERT INTO record_log_entry VALUES (99999, '${"0".repeat(64)}', now())`;
    for (const change of [entry, "UPDATE record_log_node SET place = place", "DELETE FROM record_log_entry"]) {
      await expect(write(change)).rejects.toThrow(/permission denied/);
    }
    await expect(asProvider(db, "logged", (tx) => logRecord(tx, "not a hash"))).rejects.toThrow(/not the hash/);
  });
});
