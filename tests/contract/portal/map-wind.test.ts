import { afterAll, beforeAll, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { asProvider } from "@/lib/data/db";
import { findMappedField } from "@/lib/data/tiles/field-map";
import { saved } from "@/tests/contract/v2/compliance/support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("map-wind");
});
afterAll(() => soil.close());

it("the map draws the wind of the placed buffer, and none in calm air, which has no direction", async () => {
  const { id } = await saved(caller, { application_id: "wind", ...READY });
  const { fieldId } = await placeOf(caller, id);
  const { db } = await getDeps();
  const windOnMap = async (mph: number) => {
    const { application_time: at } = await compute(caller, id, { wind_speed_mph: mph });
    const field = await asProvider(db, caller.providerId, (tx) =>
      findMappedField(tx, caller.providerId, { fieldId, applicationEventId: id }),
    );
    return [at.edges.filter(({ downwind }) => downwind).length, field?.drift?.windDirectionDeg];
  };
  expect(await windOnMap(8)).toEqual([1, 270]);
  expect(await windOnMap(0.9)).toEqual([4, null]);
});
