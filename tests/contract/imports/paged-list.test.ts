import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentProgress } from "@/lib/imports/progress";
import { openList } from "@/lib/imports/read/open-source";
import { workFolder } from "@/tests/support/work-folder";

/** Lists that services give in pages without an order: no row is lost between two pages unseen. */

interface Asked {
  skip: number;
  limit: number;
  /** How many questions came before. */
  before: number;
}
type Answer = (asked: Asked) => unknown;

let answerWith: Answer = () => [];
let questions: Asked[] = [];
let refusesPages = false;
const server = createServer((request, response) => {
  const members = new URL(request.url ?? "/", "http://stub").searchParams;
  const asked = { skip: Number(members.get("skip")), limit: Number(members.get("limit")), before: questions.length };
  questions.push(asked);
  const isRefused = refusesPages && (members.has("skip") || members.has("limit"));
  response.writeHead(isRefused ? 400 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(isRefused ? {} : answerWith(asked)));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

const PAGING = { limitName: "limit", offsetName: "skip", page: 10 };
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
let runs = 0;

/** What is read of a list that is answered so. */
async function read(answer: Answer): Promise<unknown[]> {
  answerWith = answer;
  questions = [];
  runs += 1;
  const { port } = server.address() as AddressInfo;
  const list = await openList(
    `http://127.0.0.1:${port}/list/${runs}`,
    PAGING,
    { workFolder: workFolder() },
    silentProgress,
  );
  const found: unknown[] = [];
  for await (const { value } of list.records) found.push(value);
  await list.release();
  return found;
}
const paged =
  (rows: readonly unknown[]): Answer =>
  ({ skip, limit }) =>
    rows.slice(skip, skip + limit);

it.each([1, 2, 9, 10, 11, 19, 20, 57])("reads all %i rows of a list, each once", async (count) => {
  expect(await read(paged(rowsOf(count)))).toEqual(rowsOf(count));
});

it("reads a list of a service that knows no pages", async () => {
  expect(await read(() => rowsOf(57))).toEqual(rowsOf(57));
});

it("does not take two pages that begin with the same row for the end of the list", async () => {
  const rows = rowsOf(57).map((row, index) => (index % 9 === 0 ? { id: 0 } : row));
  expect(await read(paged(rows))).toEqual(rows);
  // Once more in other pages, because rows came on two of them.
  expect(questions.some(({ limit }) => limit === 7)).toBe(true);
});

it("ends where a row was taken out of the list between two pages, and keeps nothing of it", async () => {
  const rows = rowsOf(57);
  const shrinking: Answer = ({ before, ...asked }) => paged(before < 2 ? rows : rows.slice(1))({ before, ...asked });
  await expect(read(shrinking)).rejects.toThrow(/gave other rows when it was asked again/);
});

it("ends where each question has an order of its own", async () => {
  // Every page begins with the row before, and what follows it is another draw.
  const rows = rowsOf(57);
  const drawn: Answer = ({ skip, limit }) =>
    rows.slice(skip, skip + limit).map((row, index) => (index > 0 && index % 4 === 0 ? rows[(skip + 31) % 57] : row));
  await expect(read(drawn)).rejects.toThrow(/gave other rows when it was asked again/);
});

it("ends where a service gives its first rows for every page", async () => {
  await expect(read(({ limit }) => rowsOf(57).slice(0, limit))).rejects.toThrow(/the same 10 rows for every page/);
});

it.each([20, 100, 500])("ends where a service knows no pages and gives %i rows each time", async (limit) => {
  await expect(read(() => rowsOf(limit))).rejects.toThrow(
    `gives ${limit} rows and no pages, and that may be its limit`,
  );
});

describe("a service that refuses to be asked for pages", () => {
  beforeAll(() => {
    refusesPages = true;
  });
  afterAll(() => {
    refusesPages = false;
  });

  it("gives its whole list", async () => {
    expect(await read(() => rowsOf(57))).toEqual(rowsOf(57));
    expect(await read(() => ({ items: rowsOf(57), hasMore: false }))).toEqual(rowsOf(57));
  });

  it.each<[string, unknown]>([
    ["says that more follow", { items: rowsOf(57), hasMore: true }],
    ["counts more", { data: rowsOf(57), numberMatched: 58 }],
    ["gives as many as its own limit may be", rowsOf(25)],
    ["gives as many as a larger limit may be", rowsOf(1000)],
  ])("and %s ends the import", async (_, answer) => {
    await expect(read(() => answer)).rejects.toThrow(/rows and no pages, and that may be its limit; save the list/);
  });
});

it("ends where a service says that rows follow, and gives none", async () => {
  const rows = rowsOf(20);
  const cut: Answer = ({ skip, limit }) => ({ items: rows.slice(skip, skip + limit), hasMore: true });
  await expect(read(cut)).rejects.toThrow(/says that rows follow after 20, and gives none/);
});
