import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACCOUNT_TIES } from "@/lib/data/account-rows";

/** An account that is erased leaves every table: decision 0053 says of each what becomes of an account's rows. */
const models = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{\n([^]*?)^\}/gm)].map(
  ([, body = ""]) => ({
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "",
    columns: [...body.matchAll(/^\s+(\w+)\s+(\w+)(?:\[\])?\??(.*)$/gm)].map(([, name = "", type = "", rest = ""]) => ({
      name: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name,
      type,
    })),
  }),
);
const rows = readFileSync("docs/decisions/0053-one-account-can-leave.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, names = "", knownBy = "", becomes = "", why = ""]) => ({
    tables: [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    knownBy,
    becomes,
    why,
  }));
const becomes = new Map(rows.flatMap((row) => row.tables.map((table) => [table, row.becomes])));
const isTied = (table: string): boolean => (ACCOUNT_TIES[table] ?? "none") !== "none";

describe("what becomes of an account's rows", () => {
  it("is decided of every table, once", () => {
    expect(models.length).toBeGreaterThan(60);
    const decided = rows.flatMap(({ tables }) => tables);
    expect(decided.toSorted()).toEqual(models.map(({ table }) => table).toSorted());
    expect(rows.filter(({ knownBy, becomes, why }) => knownBy === "" || (becomes === "kept" && why === ""))).toEqual(
      [],
    );
  });

  it("is what export and erasure do, of every table of providers", () => {
    const ofProviders = models.filter(({ columns }) => columns.some(({ name }) => name === "provider_id"));
    expect(Object.keys(ACCOUNT_TIES).toSorted()).toEqual(ofProviders.map(({ table }) => table).toSorted());
    for (const { table } of models) expect(becomes.get(table), table).toBe(isTied(table) ? "erased" : "kept");
  });
});

/** Columns of names that an account, a field, an application, or a person may stand in. */
const OF_SOMEONE = /account|field|application|grower|email|signed_by|attested_by|applicator|farm|customer/;
/** Those that are of operators, of the provider itself, or counts. */
const OF_NO_ACCOUNT = [
  "data_preview.fields",
  "label_signature.signed_by",
  "label_signature.signed_email",
  "operator.email",
  "radar_run.fields",
  "radar_run.reached_application",
  "radar_run.reached_field",
];

/** Texts and JSON of providers' tables that say nothing of an account; decision 0053 says why. */
const TEXTS = {
  api_key: ["environment", "prefix", "provider_id"],
  deprecated_use: ["provider_id", "route"],
  portal_grant_end: ["provider_id"],
  provider: ["brand_accent", "brand_logo_hash", "brand_logo_type", "brand_name", "name", "portal_mode", "provider_id"],
  refused_request: ["code", "message", "place", "provider_id", "request_id", "route"],
  webhook_endpoint: ["disabled_reason", "event_types", "provider_id", "url"],
};

describe("a column of a table that ties no row to an account", () => {
  const untied = models.filter(({ table }) => !isTied(table));

  it("names no account, field, application, or person, but for those that are listed", () => {
    const named = untied.flatMap(({ table, columns }) =>
      columns.filter(({ name }) => OF_SOMEONE.test(name)).map(({ name }) => `${table}.${name}`),
    );
    expect(named.toSorted()).toEqual(OF_NO_ACCOUNT);
  });

  it("has no text or JSON that was not looked at, where the table is of providers", () => {
    const texts = untied
      .filter(({ table }) => ACCOUNT_TIES[table] === "none")
      .map(({ table, columns }) => [
        table,
        columns.flatMap(({ name, type }) => (["String", "Json"].includes(type) ? [name] : [])).toSorted(),
      ]);
    const uuids = ["endpoint_id", "grant_id", "key_id", "refusal_id"];
    const found = texts.map(([table, names]) => [table, (names as string[]).filter((name) => !uuids.includes(name))]);
    expect(Object.fromEntries(found)).toEqual(TEXTS);
  });
});
