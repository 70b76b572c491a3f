import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stub does wrong. Each count is used up; then it answers as it should. */
export interface ArcgisFaults {
  /** Answers with status 500. */
  failures: number;
  /** Answers with status 200 and an `error` member. */
  errorAnswers: number;
  /** Answers with status 200 and a page of HTML. */
  htmlAnswers: number;
  /** Feature answers longer than this many characters are cut off there; null cuts none. */
  cutAfter: number | null;
  /** Object ids that are listed and never given. */
  withheld: number[];
  /** Feature pages answered before the server hangs up on everything; null never does. */
  diesAfterPages: number | null;
  /** Answers that never come: the asker has to give up and ask again. */
  silences: number;
  /** The list of ids says that it is not whole. */
  idsAreCut: boolean;
  /** Features of one page of offsets, whatever was asked for; null gives what was asked for. */
  mostOfPage: number | null;
  /** Fields that the layer no longer has. */
  movedFields: string[];
}

export interface ArcgisStub {
  /** Address of the layer. */
  layer: string;
  faults: ArcgisFaults;
  /** Object ids of each feature page asked for, in order, and by which HTTP method. */
  pages: { ids: number[]; method: string }[];
  /** Features that the layer has now, for a test that changes it. */
  replace: (features: unknown[]) => void;
  /** Extra lists served as plain JSON by their path, such as the limitations. */
  lists: Record<string, unknown[]>;
  close: () => Promise<void>;
}

interface StubFeature {
  properties: { objectid: number } & Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}

const NO_FAULTS: ArcgisFaults = {
  failures: 0,
  errorAnswers: 0,
  htmlAnswers: 0,
  cutAfter: null,
  withheld: [],
  diesAfterPages: null,
  silences: 0,
  idsAreCut: false,
  mostOfPage: null,
  movedFields: [],
};

/**
 * An ArcGIS layer on loopback: layer description, ids, features by id in GeoJSON or Esri JSON, with switchable faults.
 * Esri's form flattens the rings of all polygons into one list, as the real service does.
 */
export async function startArcgisStub(features: unknown[], formats = "JSON, geoJSON"): Promise<ArcgisStub> {
  const byId = new Map<number, StubFeature>();
  const fieldNames = new Set<string>();
  const replace = (given: unknown[]): void => {
    byId.clear();
    for (const feature of given as StubFeature[]) {
      byId.set(feature.properties.objectid, feature);
      for (const name of Object.keys(feature.properties)) fieldNames.add(name);
    }
  };
  replace(features);
  const stub: Omit<ArcgisStub, "layer" | "close"> = { faults: { ...NO_FAULTS }, pages: [], lists: {}, replace };

  const describe = () => ({
    name: "Effective Pulas",
    geometryType: "esriGeometryPolygon",
    maxRecordCount: 2000,
    supportedQueryFormats: formats,
    objectIdField: "objectid",
    fields: [...fieldNames].filter((name) => !stub.faults.movedFields.includes(name)).map((name) => ({ name })),
  });

  /** A page as the service gives it: cut at its own limit, with the mark that more follow. */
  const offsetPage = (form: URLSearchParams, method: string): unknown => {
    const all = [...byId.values()].sort((a, b) => a.properties.objectid - b.properties.objectid);
    const from = Number(form.get("resultOffset") ?? 0);
    const most = stub.faults.mostOfPage ?? Number(form.get("resultRecordCount") ?? all.length);
    const found = all.slice(from, from + most);
    stub.pages.push({ ids: found.map(({ properties }) => properties.objectid), method });
    const exceededTransferLimit = from + most < all.length;
    return form.get("f") === "geojson"
      ? { type: "FeatureCollection", properties: { exceededTransferLimit }, features: found }
      : { spatialReference: { wkid: 4326 }, exceededTransferLimit, features: found.map(toEsri) };
  };

  const query = (form: URLSearchParams, method: string): unknown => {
    if (form.get("returnCountOnly") === "true") return { count: byId.size };
    if (form.get("returnIdsOnly") === "true") {
      const objectIds = [...byId.keys()].reverse();
      return stub.faults.idsAreCut
        ? { objectIdFieldName: "objectid", objectIds: objectIds.slice(0, 3), exceededTransferLimit: true }
        : { objectIdFieldName: "objectid", objectIds };
    }
    if (form.has("resultOffset")) return offsetPage(form, method);
    const ids = (form.get("objectIds") ?? "").split(",").map(Number);
    stub.pages.push({ ids, method });
    const found = ids.filter((id) => !stub.faults.withheld.includes(id)).flatMap((id) => byId.get(id) ?? []);
    return form.get("f") === "geojson"
      ? { type: "FeatureCollection", features: found }
      : { spatialReference: { wkid: 4326 }, features: found.map(toEsri) };
  };

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stub");
    const form = request.method === "POST" ? new URLSearchParams(await bodyOf(request)) : url.searchParams;
    const { diesAfterPages } = stub.faults;
    if (diesAfterPages !== null && stub.pages.length >= diesAfterPages) {
      response.destroy();
      return;
    }
    if (stub.faults.silences > 0) {
      stub.faults.silences -= 1;
      return;
    }
    if (fault(response, stub.faults)) return;
    const list = stub.lists[url.pathname];
    if (list !== undefined) json(response, listPage(list, url.searchParams));
    else if (url.pathname.endsWith("/query"))
      json(response, cutOff(JSON.stringify(query(form, request.method ?? "")), form));
    else json(response, describe());
  }

  const cutOff = (text: string, form: URLSearchParams): string =>
    form.has("objectIds") && stub.faults.cutAfter !== null ? text.slice(0, stub.faults.cutAfter) : text;

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return Object.assign(stub, { layer: `http://127.0.0.1:${port}/arcgis/rest/services/BLT/Pulas/MapServer/0`, close });
}

/** A page of a list, as EPA's two services give it: a plain list by `skip`, or items by `offset`. */
function listPage(list: unknown[], members: URLSearchParams): unknown {
  const from = Number(members.get("skip") ?? members.get("offset") ?? 0);
  const limit = Number(members.get("limit") ?? list.length);
  const items = list.slice(from, from + limit);
  return members.has("offset") ? { items, hasMore: from + limit < list.length } : items;
}

/** Answers with the next fault that is due. False when none is. */
function fault(response: ServerResponse, faults: ArcgisFaults): boolean {
  if (faults.failures > 0) {
    faults.failures -= 1;
    response.writeHead(500).end("overloaded");
  } else if (faults.errorAnswers > 0) {
    faults.errorAnswers -= 1;
    json(response, { error: { code: 500, message: "Error performing query operation", details: [] } });
  } else if (faults.htmlAnswers > 0) {
    faults.htmlAnswers -= 1;
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Site maintenance</html>");
  } else {
    return false;
  }
  return true;
}

const json = (response: ServerResponse, value: unknown): void => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json;charset=utf-8" }).end(text);
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

type Ring = [number, number][];

const isClockwise = (ring: Ring): boolean =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + (nextX - x) * (nextY + y);
  }, 0) > 0;

/** Outer rings clockwise, holes the other way round, dates in milliseconds. */
function toEsri({ properties, geometry }: StubFeature): unknown {
  const polygons = (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as Ring[][];
  const rings = polygons.flatMap((polygon) =>
    polygon.map((ring, index) => (isClockwise(ring) === (index === 0) ? ring : ring.toReversed())),
  );
  const effective = properties.effective_date;
  const attributes = {
    ...properties,
    effective_date: typeof effective === "string" ? Date.parse(effective) : effective,
  };
  return { attributes, geometry: { rings } };
}
