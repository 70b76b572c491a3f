import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOperator } from "@/lib/auth/operators";
import { asConsole, findOperator } from "@/lib/data/operators/operators";
import { getDeps } from "@/lib/runtime/deps";
import { parseLabelFiles } from "@/lib/rulebook/label-files/parse-labels";
import { withSecondReaders } from "@/lib/rulebook/label-files/second-readers";
import { readRuleFiles } from "@/lib/rulebook/read-rule-files";
import { exportSignatures } from "@/lib/usecases/labels/export-signatures";
import { listLabels, readProductLabels } from "@/lib/usecases/labels/read-labels";
import { signFact, type WantedSignature } from "@/lib/usecases/labels/sign-fact";
import { diffView, labelView } from "@/lib/pages/console/labels";
import { auditOf, OWN_PASSWORD } from "@/tests/contract/console/support";
import { BY_TEST } from "@/tests/support/api";

const NUMBER = "264-1241";
const FILE = `labels/${NUMBER}/2026-02-06.json`;
let rulebook: string;
const readers: Record<string, { operatorId: string; name: string; email: string }> = {};

/** The project's own file of one product, in a folder of the test. */
beforeAll(async () => {
  const { db, clock } = await getDeps();
  for (const name of ["Bo Reader", "Cy Reader", "Di Reader", "Hedgerow label desk"]) {
    const email = `${name.replaceAll(" ", ".").toLowerCase()}@example.com`;
    await createOperator(
      { db, by: BY_TEST, now: clock() },
      { email, name, role: "rule_editor", password: OWN_PASSWORD },
    );
    const { operatorId } = (await asConsole(db, (tx) => findOperator(tx, email))) ?? { operatorId: "" };
    readers[name] = { operatorId, name, email };
  }
});

beforeEach(async () => {
  rulebook = await mkdtemp(join(tmpdir(), "labels-"));
  await cp(join("lib/rulebook/labels", NUMBER), join(rulebook, "labels", NUMBER), { recursive: true });
  return () => rm(rulebook, { recursive: true });
});

const bookNow = async () => {
  const { files } = await readRuleFiles(rulebook);
  return { ...parseLabelFiles(files), readAt: new Date() };
};
const labelNow = async () => {
  const found = await readProductLabels((await getDeps()).db, await bookNow(), NUMBER);
  if (found === null) throw new Error("the label is not there");
  return found;
};
const factNamed = async (name: string) => {
  const row = (await labelNow()).editions.flatMap(({ rows }) => rows).find(({ fact }) => fact.fact === name);
  if (row === undefined) throw new Error(`no fact ${name}`);
  return row;
};

async function sign(name: string, wanted: WantedSignature): Promise<void> {
  const { db, clock } = await getDeps();
  const reader = readers[name] ?? { operatorId: "", name, email: "" };
  const by = { actor: reader.email, operatorId: reader.operatorId, requestId: "req-1" };
  await signFact({ db, by, now: clock(), book: await bookNow(), reader }, wanted);
}

const word = (hash: string, verdict: WantedSignature["verdict"] = "agrees"): WantedSignature => ({
  file: FILE,
  hash,
  verdict,
  page: "page 20",
  note: verdict === "differs" ? "It says no such thing." : "",
});

const exported = async () => exportSignatures((await getDeps()).db, await bookNow());

async function edit(change: (edition: { facts: { fact: string; quote: string | null }[] }) => void): Promise<void> {
  const path = join(rulebook, FILE);
  const edition = JSON.parse(await readFile(path, "utf8")) as Parameters<typeof change>[0];
  change(edition);
  await writeFile(path, JSON.stringify(edition));
}

describe("a second reader in the console", () => {
  it("signs a fact that one person read; the log has it, the files and what answers rest on do not change", async () => {
    const row = await factNamed("esa_language");
    const before = await bookNow();
    expect(row.state).toBe("open");
    await sign("Bo Reader", word(row.hash));
    expect(await factNamed("esa_language")).toMatchObject({ state: "signed", signatures: [{ signedBy: "Bo Reader" }] });
    expect((await bookNow()).products).toEqual(before.products);
    const [entry] = await auditOf(FILE.replace(".json", ""));
    expect(entry).toMatchObject({ actor: readers["Bo Reader"]?.email, action: "label.sign", requestId: "req-1" });
  });

  it("becomes the files' second reader by the command, and only there turns one reader into two", async () => {
    const row = await factNamed("esa_language");
    await sign("Bo Reader", word(row.hash));
    const { readers: found } = await exported();
    expect(found).toMatchObject([{ file: FILE, index: 0, checkedBy: "Bo Reader" }]);
    const { files } = await readRuleFiles(rulebook);
    const { changed, faults } = withSecondReaders(files, found);
    expect(faults).toEqual([]);
    await writeFile(join(rulebook, FILE), JSON.stringify(changed[0]?.json));
    const after = await factNamed("esa_language");
    expect(after).toMatchObject({ state: "read_twice", hash: row.hash, fact: { checkedBy: "Bo Reader" } });
    expect((await exported()).readers).toEqual([]);
    await expect(sign("Cy Reader", word(after.hash))).rejects.toThrow("second reader of this fact already");
  });

  it("falls when the fact changes in anything that it says", async () => {
    const row = await factNamed("esa_language");
    await sign("Bo Reader", word(row.hash));
    await edit(({ facts }) => {
      for (const fact of facts) if (fact.fact === "esa_language") fact.quote = "Other words of the label";
    });
    const now = await factNamed("esa_language");
    expect(now).toMatchObject({ state: "open", signatures: [], fallen: [{ signedBy: "Bo Reader" }] });
    const { readers: found, fallen } = await exported();
    expect([found, fallen.map(({ key }) => key)]).toEqual([[], ["esa_language"]]);
    await expect(sign("Cy Reader", word(row.hash))).rejects.toThrow("changed since the page was loaded");
  });

  it("is not the first reader under any of their names, and signs nothing that no one read", async () => {
    const row = await factNamed("esa_language");
    await expect(sign("Hedgerow label desk", word(row.hash))).rejects.toThrow("first reader");
    const unread = await factNamed("ingredient");
    await expect(sign("Bo Reader", word(unread.hash))).rejects.toThrow("no first reading to confirm");
    await expect(sign("Bo Reader", { ...word(row.hash), page: " " })).rejects.toThrow("page or section");
    await expect(sign("Bo Reader", { ...word(row.hash, "differs"), note: "" })).rejects.toThrow("what the label says");
    await expect(sign("Cy Reader", word(row.hash, "withdrawn"))).rejects.toThrow("signed nothing here");
  });

  it("who reads something else makes the fact disputed for the command too, until they take it back", async () => {
    const { hash } = await factNamed("condition");
    await sign("Bo Reader", word(hash));
    await sign("Cy Reader", word(hash, "differs"));
    expect((await factNamed("condition")).state).toBe("disputed");
    const { readers: found, disputed } = await exported();
    expect(found.map(({ row }) => row.hash)).not.toContain(hash);
    expect(disputed.map((row) => row.hash)).toEqual([hash]);
    await sign("Cy Reader", word(hash, "withdrawn"));
    expect((await factNamed("condition")).state).toBe("signed");
    await sign("Bo Reader", word(hash, "withdrawn"));
    expect((await factNamed("condition")).state).toBe("open");
  });
});

it.each([
  ["the application's role", () => process.env.DATABASE_URL],
  ["the owner of its table", () => process.env.DATABASE_DIRECT_URL],
])("a signature cannot be changed by %s", async (_who, url) => {
  await sign("Cy Reader", word((await factNamed("esa_language")).hash));
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  try {
    for (const statement of ["UPDATE label_signature SET note = ''", "DELETE FROM label_signature"]) {
      await expect(client.query(statement), statement).rejects.toThrow(/append-only|permission denied/);
    }
  } finally {
    await client.end();
  }
});

describe("the pages", () => {
  it("find a product by number, brand and registrant, and by the state of its facts", async () => {
    const { db } = await getDeps();
    const found = async (text: string, state: Parameters<typeof listLabels>[2]["state"] = null) =>
      (await listLabels(db, await bookNow(), { text, state })).map(({ product }) => product.registration);
    for (const text of [NUMBER, "stryax", "bayer STRYAX", "KHNP0090"])
      expect(await found(text), text).toEqual([NUMBER]);
    expect(await found("no such brand")).toEqual([]);
    expect(await found("", "open")).toEqual([NUMBER]);
    expect(await found("", "read_twice")).toEqual([]);
  });

  it("show each fact with its value, quote, source and readers, and offer the form to a second reader only", async () => {
    const labels = await labelNow();
    const [language] = labelView(labels, null, readers["Di Reader"] ?? null).editions[0]?.facts ?? [];
    expect(language).toMatchObject({
      name: "ESA language",
      value: "yes",
      page: "page 20",
      readBy: "Hedgerow label desk",
      may: { agree: true, differ: true },
    });
    expect(language?.sources[0]?.url).toMatch(/^https:\/\/www3\.epa\.gov\//);
    const desk = labelView(labels, "open", readers["Hedgerow label desk"] ?? null);
    const rows = desk.editions.flatMap(({ facts }) => facts);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ state, may }) => state === "open" && !may.agree && !may.differ)).toBe(true);
  });

  it("compare two editions in the words of the command", async () => {
    const path = join(rulebook, "labels", NUMBER);
    const edition = JSON.parse(await readFile(join(path, "2026-02-06.json"), "utf8")) as { facts: unknown[] };
    const older = { ...edition, labelDate: "2025-01-01", from: "2025-01-01", facts: edition.facts.slice(1) };
    await writeFile(join(path, "2025-01-01.json"), JSON.stringify(older));
    const view = diffView(await labelNow(), "", "");
    expect(view).toMatchObject({ from: "2025-01-01", to: "2026-02-06" });
    expect(view?.changes).toEqual([{ kind: "new", name: "ESA language", before: null, after: "yes (read by one)" }]);
    expect(diffView(await labelNow(), "1999-01-01", "")).toBeNull();
  });
});
