import { describe, expect, it } from "vitest";
import { readAnswer } from "@/lib/gateways/soil/answer";
import { COLUMNS, mapUnitQuery } from "@/lib/gateways/soil/query";

const WKT = "POLYGON ((-90 41, -89.5 41, -89.5 41.5, -90 41))";
const row = (more: Partial<Record<(typeof COLUMNS)[number], unknown>> = {}): unknown[] => {
  const values = {
    mukey: "163953",
    unit_mukey: "163953",
    areasymbol: "IN157",
    saverest: "2025-09-09T21:50:01",
    musym: "TmA",
    muname: "Toronto",
    hydgrpdcd: "B/D",
    slopegradwta: "1.0",
    wkt: WKT,
    ...more,
  };
  return COLUMNS.map((column) => values[column]);
};
const answer = (body: unknown, init: ResponseInit = {}, type = "application/json; charset=utf-8") =>
  readAnswer(
    new Response(typeof body === "string" ? body : JSON.stringify(body), {
      headers: { "content-type": type },
      ...init,
    }),
    1 << 20,
  );
const table = (...rows: unknown[][]) => answer({ Table: [[...COLUMNS], ...rows] });

describe("an answer", () => {
  it("is map units with their ground, and the survey areas they come from", async () => {
    const read = await table(
      row(),
      row({ unit_mukey: null, musym: null, areasymbol: null, saverest: null }),
      row({ hydgrpdcd: null, slopegradwta: " " }),
      row({ saverest: "2026-01-01T00:00:00", wkt: "POINT (-90 41)" }),
    );
    expect(read).toMatchObject({ ok: true, value: { areas: { IN157: "2026-01-01T00:00:00" } } });
    expect(read.ok ? read.value.polygons.map(({ mukey, mapUnit }) => [mukey, mapUnit]) : []).toEqual([
      ["163953", { musym: "TmA", muname: "Toronto", hydgrpdcd: "B/D", slopegradwta: 1 }],
      ["163953", null],
      ["163953", { musym: "TmA", muname: "Toronto", hydgrpdcd: null, slopegradwta: null }],
    ]);
  });

  it("is no coverage when it is the empty object, or names columns alone", async () => {
    const none = { ok: true, value: { polygons: [], areas: {} } };
    expect(await answer({})).toEqual(none);
    expect(await table()).toEqual(none);
  });

  it.each([
    ["a list", []],
    ["null", null],
    ["a word", '"maintenance"'],
    ["another object", { error: "no" }],
    ["an empty table", { Table: [] }],
    ["a table of objects", { Table: [{ mukey: "1" }] }],
    ["no column names", { Table: [row()] }],
    ["a missing column", { Table: [COLUMNS.slice(0, 8), row().slice(0, 8)] }],
    ["a group that is none", { Table: [[...COLUMNS], row({ hydgrpdcd: "E" })] }],
    ["a slope of words", { Table: [[...COLUMNS], row({ slopegradwta: "steep" })] }],
    ["a negative slope", { Table: [[...COLUMNS], row({ slopegradwta: "-1" })] }],
    ["a slope without end", { Table: [[...COLUMNS], row({ slopegradwta: "Infinity" })] }],
    ["a key that is none", { Table: [[...COLUMNS], row({ mukey: "1; DROP" })] }],
    ["a date in another form", { Table: [[...COLUMNS], row({ saverest: "9/9/2025" })] }],
    ["ground that is no polygon", { Table: [[...COLUMNS], row({ wkt: "POLYGON ((1 2))" })] }],
    ["a row that is short", { Table: [[...COLUMNS], ["1"]] }],
    ["numbers for strings", { Table: [[...COLUMNS], row({ mukey: 163953 })] }],
  ])("of the wrong shape is refused: %s", async (_name, body) => {
    expect(await answer(body)).toMatchObject({ ok: false, failure: "schema", isRetryable: false });
  });

  it("cut in two differs from one of the wrong shape", async () => {
    expect(await answer('{"Table": [["muk')).toMatchObject({ failure: "cut_json", isRetryable: true });
    expect(await answer("")).toMatchObject({ failure: "cut_json" });
  });

  it("larger than allowed is not read to its end", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1 << 18).fill(32));
      },
    });
    const response = new Response(body, { headers: { "content-type": "application/json" } });
    expect(await readAnswer(response, 1 << 20)).toMatchObject({ failure: "too_large", isRetryable: false });
    expect(sent).toBeLessThan(10);
  });

  it("never brings the answer's text into the log", async () => {
    const read = await table(row({ hydgrpdcd: "SECRET" }));
    expect(JSON.stringify(read)).not.toContain("SECRET");
  });
});

describe("what is no answer", () => {
  const exception =
    "<?xml version='1.0'?><ServiceExceptionReport><ServiceException>Invalid &lt;query&gt;</ServiceException></ServiceExceptionReport>";
  it.each([
    [200, "text/html", "<!DOCTYPE html><html>Runtime error</html>", "html", true],
    [200, "text/html", "<html>The service is down for daily maintenance</html>", "maintenance", true],
    [503, "text/html", "<html>Scheduled Maintenance</html>", "maintenance", true],
    [504, "text/html", "<html>Gateway time-out</html>", "html", true],
    [500, "text/plain", "Internal Server Error", "http_status", true],
    [404, "text/plain", "Not found", "http_status", false],
    [403, "text/html", "<html>Forbidden</html>", "html", false],
    [429, "application/json", "{}", "http_status", true],
    [400, "text/xml", exception, "service_exception", false],
    [500, "text/xml", exception, "service_exception", true],
    [200, "text/xml", exception, "service_exception", false],
    [200, "text/plain", "hello", "content_type", true],
    [200, "", "{}", "content_type", true],
    [500, "application/json", '{"Table": []}', "http_status", true],
  ])("%i %s is %s", async (status, type, body, failure, isRetryable) => {
    expect(await answer(body, { status, headers: { "content-type": type } })).toMatchObject({
      ok: false,
      failure,
      isRetryable,
    });
  });
});

it("the question is built from numbers, with the survey's macros and every join left", () => {
  const query = mapUnitQuery([
    { x: -4350, y: 2024 },
    { x: -4349, y: 2024 },
  ]);
  expect(query).toContain(
    "STGeomFromText('POLYGON ((-87 40.48, -86.96 40.48, -86.96 40.5, -87 40.5, -87 40.48))', 4326)",
  );
  expect(query).toContain("~GetClippedMapunits(@aoi,polygon,geo,@clipped)~");
  expect(query.match(/LEFT JOIN/g)).toHaveLength(4);
  expect(query.match(/(?<!LEFT )JOIN/g)).toBeNull();
});
