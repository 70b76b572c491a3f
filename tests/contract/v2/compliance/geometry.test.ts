import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { box } from "@/tests/support/reference-data";
import {
  NEEDS_6,
  prepareGround,
  read,
  readGroup,
  saved,
  type ReadApplication,
} from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

const LIMITATION = { registration: "99002-2", code: "DM1", limitation: "Read this before any application." };
const products = [NEEDS_6];

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround(
    [{ pulaId: 7, codes: "DM1", geometry: box(-87.3, 32.8, -87.2, 32.95) }],
    [{ pulaId: 7, ...LIMITATION }],
  );
  caller = await makeCaller("reader");
});
afterAll(() => soil.close());

const pulasOf = ({ compliance }: ReadApplication) => compliance.last_assessment?.products[0]?.pulas ?? [];

describe("include_geometry", () => {
  it.each([["left out", undefined] as const, ["false", "include_geometry=false"] as const])(
    "%s: limitations stand without geometry, and there is no buffer_features",
    async (title, query) => {
      const { id } = await saved(caller, { application_id: `plain ${title}`, products, include_geometry: true });
      const found = await read(caller, id, query);
      expect(pulasOf(found)).toHaveLength(1);
      expect(pulasOf(found)[0]).toMatchObject({ pula_id: 7, limitations: [{ code: "DM1" }] });
      expect(pulasOf(found)[0]).not.toHaveProperty("geometry");
      expect(found.compliance.drift).not.toHaveProperty("buffer_features");
    },
  );

  it("true: the PULA's shape as the check saved it, and buffer_features null while nothing is drawn", async () => {
    const { id, answer } = await saved(caller, { application_id: "with", products, include_geometry: true });
    const found = await read(caller, id, "include_geometry=true");
    expect(pulasOf(found)[0]?.geometry).toMatchObject({ type: expect.stringMatching(/Polygon$/) as string });
    expect(pulasOf(found)).toEqual(answer.products[0]?.pulas);
    expect(found.compliance.drift.buffer_features).toBeNull();
  });

  it("true on a check that did not ask for it: no shape is made up", async () => {
    const { id } = await saved(caller, { application_id: "without", products });
    const found = await read(caller, id, "include_geometry=true");
    expect(pulasOf(found)[0]).toMatchObject({ pula_id: 7, geometry: null });
    expect(found.compliance.drift.buffer_features).toBeNull();
  });

  it("holds for a group's page as for one application", async () => {
    const { id } = await saved(caller, {
      application_id: "grouped",
      provider_group_id: "shapes",
      products,
      include_geometry: true,
    });
    const plain = await readGroup(caller, "shapes", "account_id=account-1");
    expect(plain.applications).toEqual([await read(caller, id)]);
    const shaped = await readGroup(caller, "shapes", "account_id=account-1&include_geometry=true");
    expect(shaped.applications).toEqual([await read(caller, id, "include_geometry=true")]);
  });
});
