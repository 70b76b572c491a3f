import type { MultiPolygon, Polygon } from "geojson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/machine-files/route";
import { importFeatures } from "@/lib/imports/features/import-features";
import { MACHINE_FORMATS, type MachineFormat } from "@/lib/domain/machine-file";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { findPlacement } from "@/tests/contract/v2/drift/placement";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";
import {
  fromFlatGeobuf,
  fromGeoJson,
  fromIsoxml,
  fromKml,
  fromShapefile,
} from "@/tests/unit/gateways/machine-files/read-back";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("machine-files");
});
afterAll(() => soil.close());

const ask = (who: Caller | null, id: string, query: string): Promise<Response> =>
  call(GET, who, { method: "GET", params: { applicationEventId: id }, query });

/** An application whose buffer is placed and whose answer is met. */
async function computed(name: string, more: Body = {}, at: Body = {}): Promise<string> {
  const { id } = await saved(caller, { application_id: name, ...READY, ...more });
  await compute(caller, id, at);
  return id;
}

async function download(id: string, format: MachineFormat): Promise<{ headers: Headers; bytes: Uint8Array }> {
  const response = await ask(caller, id, `format=${format}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, new TextDecoder().decode(bytes.slice(0, 300))).toBe(200);
  return { headers: response.headers, bytes };
}

/** Square meters on the spheroid by PostGIS, which also says whether the ground is valid. */
async function sizeOf(geometry: Polygon | MultiPolygon): Promise<number> {
  const rows = await sql<{ sqm: number; isValid: boolean }>(
    null,
    `SELECT ST_Area(geom::geography) AS sqm, ST_IsValid(geom) AS "isValid"
     FROM (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS geom) AS g`,
    [JSON.stringify(geometry)],
  );
  expect(rows[0]?.isValid).toBe(true);
  return rows[0]?.sqm ?? Number.NaN;
}

const TYPES = {
  isoxml: ["application/zip", "isoxml.zip"],
  shapefile: ["application/zip", "shapefile.zip"],
  geojson: ["application/geo+json", "zones.geojson"],
  kml: ["application/vnd.google-earth.kml+xml; charset=utf-8", "zones.kml"],
  flatgeobuf: ["application/flatgeobuf", "zones.fgb"],
} as const;
const READERS = {
  isoxml: async (bytes: Uint8Array) => (await fromIsoxml(bytes)).zones,
  shapefile: fromShapefile,
  geojson: fromGeoJson,
  kml: fromKml,
  flatgeobuf: fromFlatGeobuf,
};

describe("a settled application", () => {
  it.each(MACHINE_FORMATS)("comes as %s with the areas that were placed", async (format) => {
    const name = `machine-${format}`;
    const id = await computed(name, { field_name: 'Ñandú "40" ../..', provider_field_id: name });
    const { headers, bytes } = await download(id, format);
    const [mediaType, ending] = TYPES[format];
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": mediaType,
      "content-length": String(bytes.length),
      "content-disposition": `attachment; filename="nandu-40-2026-${ending}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const deps = await getDeps();
    const placement = await asProvider(deps.db, caller.providerId, (tx) => findPlacement(tx, caller.providerId, id));
    const stored: Record<string, Polygon | MultiPolygon | null | undefined> = {
      field: squareField(-87.25, 32.89).geometry,
      treatable: placement?.treatable,
      buffer: placement?.buffer,
    };
    const zones = await READERS[format](bytes);
    expect(zones.map(({ kind }) => kind).toSorted()).toEqual(["buffer", "field", "treatable"]);
    for (const { kind, polygons, rate } of zones) {
      const before = stored[kind];
      if (before == null) throw new Error(`no ${kind} is stored`);
      const [read, was] = [await sizeOf({ type: "MultiPolygon", coordinates: polygons }), await sizeOf(before)];
      expect(Math.abs(read - was) / was).toBeLessThan(1e-4);
      const treated = format === "isoxml" ? 14_030 : 15;
      expect(rate).toBe({ field: null, treatable: treated, buffer: 0 }[kind]);
    }
  });

  it("of granules holds the weight of the one product; of two it is no task, and every other format says no rate", async () => {
    const granules = { application_method: "Granular-Ground" };
    const one = await computed("granules", granules);
    expect((await fromIsoxml((await download(one, "isoxml")).bytes)).values.get(1)).toBe(112);
    const two = await computed("granules-of-two", { ...granules, products: [NEEDS_4, { ...NEEDS_4, rate: 0.5 }] });
    const { code, message, retryable } = await refusal(await ask(caller, two, "format=isoxml"), 409);
    expect([code, retryable]).toEqual(["NOT_READY", false]);
    expect(message).toMatch(/needs the rate of the whole mix/);
    const zones = fromGeoJson((await download(two, "geojson")).bytes);
    expect(zones.find(({ kind }) => kind === "treatable")?.rate).toBeNull();
  });
});

describe("an answer that is not settled gives no file", () => {
  const refused = async (id: string): Promise<string> => {
    const messages: string[] = [];
    for (const format of MACHINE_FORMATS) {
      const { code, message } = await refusal(await ask(caller, id, `format=${format}`), 409);
      expect(code).toBe("NOT_READY");
      messages.push(message);
    }
    expect(new Set(messages).size).toBe(1);
    return messages[0] ?? "";
  };

  it("where no buffer was computed, and again after a new check", async () => {
    const { id } = await saved(caller, { application_id: "not-computed", ...READY });
    expect(await refused(id)).toMatch(/No drift buffer has been computed/);
    await compute(caller, id);
    await download(id, "kml");
    await saved(caller, { application_id: "not-computed", ...READY });
    expect(await refused(id)).toMatch(/No drift buffer has been computed/);
  });

  it("where the wind breaks a rule, or a rule stays open: the message names the codes", async () => {
    const id = await computed("too-coarse-to-say", {}, { droplet_size: null });
    expect(await refused(id)).toMatch(/indeterminate.*DROPLET_SIZE_MISSING/);
    const short = await computed("short", { field_boundary: squareField(-87.25, 32.89, 0.0002) });
    expect(await refused(short)).toMatch(/not_met.*NO_TREATABLE_AREA/);
  });

  it("where other mapped ground lies beside the field than it was computed with, until it is computed again", async () => {
    const id = await computed("other-ground");
    const load = (version: string, lon: number, lat: number) =>
      importFeatures(process.env.DATABASE_DIRECT_URL ?? "", {
        source: {
          name: "features",
          records: [
            {
              type: "Feature",
              properties: { category: "road" },
              geometry: squareField(lon, lat, 0.001).geometry,
            },
          ],
        },
        version,
        activate: true,
        force: true,
      });
    await load("far-away", -80, 40);
    await download(id, "kml");
    await load("beside", -87.245, 32.89);
    expect(await refused(id)).toMatch(/mapped ground beside the field.*changed after the drift buffer was computed/);
    await compute(caller, id);
    await download(id, "kml");
  });

  it("where the field has another boundary since", async () => {
    const id = await computed("moved", { provider_field_id: "moved" });
    await saved(caller, {
      application_id: "mover",
      provider_field_id: "moved",
      field_boundary: squareField(-87.26, 32.9),
      ...READY,
    });
    expect(await refused(id)).toMatch(/indeterminate|No drift buffer/);
  });
});

describe("a request", () => {
  it("for another provider's application gets the bytes of one for none", async () => {
    const id = await computed("mine");
    const other = await makeCaller("machine-files-other");
    const [theirs, none] = [
      await refusal(await ask(other, id, "format=kml"), 404),
      await refusal(await ask(other, "0198b0a0-0000-7000-8000-000000000000", "format=kml"), 404),
    ];
    expect({ ...theirs, request_id: "" }).toEqual({ ...none, request_id: "" });
    expect(theirs.code).toBe("APPLICATION_NOT_FOUND");
    await refusal(await ask(null, id, "format=kml"), 401);
  });

  it.each(["", "format=dwg", "format=KML", "format=kml&format=kml", "format=kml&year=2026"])(
    "with the query '%s' is refused",
    async (query) => {
      const { code, details } = await refusal(await ask(caller, "0198b0a0-0000-7000-8000-000000000000", query), 422);
      expect(code).toBe("INVALID_REQUEST");
      expect(details?.[0]?.path[0]).toBe(query.includes("year") ? "year" : "format");
    },
  );
});
