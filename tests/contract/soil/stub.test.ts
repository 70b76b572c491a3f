import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StubPolygon } from "@/lib/gateways/stub/soil-ground";
import { type SoilStub, startSoilStub } from "@/lib/gateways/stub/soil-stub";
import { mapUnitQuery } from "@/lib/gateways/soil/query";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import { boxBoundary, connectStub, groundOf } from "@/tests/support/soil-ground";

const ground = groundOf([{ box: [-90.02, 41, -90, 41.02], mukey: "101", group: "B", slope: 2 }]);
const QUERY = mapUnitQuery([{ x: -4501, y: 2050 }]);

describe("the stub speaks the survey's protocol", () => {
  let stub: SoilStub;
  beforeAll(async () => {
    stub = await startSoilStub(ground);
  });
  afterAll(() => stub.close());
  const ask = (body: string, type = "application/json") =>
    fetch(`${stub.url}/Tabular/post.rest`, { method: "POST", headers: { "Content-Type": type }, body });
  const tableOf = async (format: string): Promise<unknown[]> => {
    const { Table } = (await (await ask(JSON.stringify({ query: QUERY, format }))).json()) as { Table: unknown[] };
    return Table;
  };

  it("gives rows, with names and with types when asked, all values strings or null", async () => {
    expect(await tableOf("JSON")).toHaveLength(1);
    expect(await tableOf("JSON+COLUMNNAME")).toHaveLength(2);
    const [names, types, row] = (await tableOf("json+columnname+metadata")) as string[][];
    expect(names?.slice(0, 2)).toEqual(["mukey", "unit_mukey"]);
    expect(types?.[0]).toMatch(/^ColumnOrdinal=0/);
    expect(row?.slice(0, 8)).toEqual([
      "101",
      "101",
      "TS001",
      "2025-09-09T21:50:01",
      "S101",
      "Soil 101 sandy loam",
      "B",
      "2",
    ]);
  });

  it("takes a form as well as JSON", async () => {
    const form = new URLSearchParams({ query: QUERY, format: "JSON" });
    const answer = await ask(form.toString(), "application/x-www-form-urlencoded");
    expect(await answer.json()).toMatchObject({
      Table: [["101"].concat(Array<string>(8).fill(expect.anything() as string))],
    });
  });

  it("answers the empty object outside its ground, and a refused query with XML and 400", async () => {
    const far = await ask(JSON.stringify({ query: mapUnitQuery([{ x: 0, y: 0 }]) }));
    expect(await far.json()).toEqual({});
    for (const query of ["SELECT 1", QUERY.replace("m.musym AS musym", "m.x AS no_such_column")]) {
      const refused = await ask(JSON.stringify({ query }));
      expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "text/xml; charset=utf-8"]);
      expect(await refused.text()).toContain("<ServiceException>");
    }
  });

  it("is switched by its admin path", async () => {
    const admin = (path: string, body: unknown) =>
      fetch(`${stub.url}/stub/${path}`, { method: "POST", body: JSON.stringify(body) });
    await admin("fault", { fault: "error_500", times: 1 });
    await admin("published", { saverest: "2026-02-03T00:00:00", areasymbol: "TS001" });
    expect((await ask(JSON.stringify({ query: QUERY }))).status).toBe(500);
    expect(JSON.stringify(await tableOf("JSON"))).toContain("2026-02-03T00:00:00");
    expect(await (await fetch(`${stub.url}/stub/calls`)).json()).toEqual({ calls: stub.calls() });
  });
});

describe("ground of a hostile survey", () => {
  const signal = new AbortController().signal;
  const polygon = (mukey: string, ring: [number, number][], group: "A" | "B"): StubPolygon => ({
    mukey,
    areasymbol: "TS001",
    wkt: `POLYGON ((${[...ring, ring[0] ?? [0, 0]].map((position) => position.join(" ")).join(", ")}))`,
    bounds: [-90.02, 41, -90, 41.02],
    unit: { musym: `S${mukey}`, muname: null, hydgrpdcd: group, slopegradwta: 1 },
  });
  const WHOLE: [number, number][] = [
    [-90.05, 40.9],
    [-89.9, 40.9],
    [-89.9, 41.1],
    [-90.05, 41.1],
  ];
  const FIELD = boxBoundary([-90.018, 41.002, -90.002, 41.018]);

  it.each([
    [
      "crosses itself",
      polygon(
        "1",
        [
          [-90.02, 41],
          [-90, 41.02],
          [-90, 41],
          [-90.02, 41.02],
        ],
        "A",
      ),
    ],
    [
      "has no area",
      polygon(
        "2",
        [
          [-90.02, 41],
          [-90, 41],
          [-90.01, 41],
        ],
        "A",
      ),
    ],
    ["covers the ground of another", polygon("3", WHOLE, "A")],
    [
      "lies elsewhere",
      polygon(
        "4",
        [
          [-10, 10],
          [-9, 10],
          [-9, 11],
        ],
        "A",
      ),
    ],
    [
      "has a spike round the world",
      polygon(
        "5",
        [
          [-90.02, 41],
          [-90, 41],
          [179, 41.00001],
          [-90, 41.00002],
          [-90, 41.02],
          [-90.02, 41.02],
        ],
        "A",
      ),
    ],
  ])("a polygon that %s does no harm: shares still add up to the field", async (_name, odd) => {
    const connected = await connectStub([polygon("9", WHOLE, "B"), odd]);
    const { db } = connected.deps;
    await db.prisma.$executeRaw`DELETE FROM soil_cell`;
    await db.prisma.$executeRaw`DELETE FROM soil_analysis`;
    const soil = await analyzeSoil({ deps: connected.deps, signal }, FIELD);
    await connected.close();
    expect(soil.status).toBe("fetched");
    const percentages = Object.values(soil.summary?.byGroup ?? {}).map(({ percentage }) => percentage);
    expect(percentages.reduce((sum, each) => sum + each, 0)).toBeCloseTo(100, 1);
    expect(soil.summary?.totalAreaSqm).toBeGreaterThan(0);
  });
});
