import { afterAll, beforeAll, beforeEach } from "vitest";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, type Measure } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

/** A provider with a field and group of each test's own, on ground whose soil is known. For the top of a file: it sets up what it needs. */
export function plannedYear(providerId: string) {
  let caller: Caller;
  let soil: Connected;
  let fields = 0;
  beforeAll(async () => {
    soil = await prepareGround();
    caller = await makeCaller(providerId);
  });
  afterAll(() => soil.close());
  beforeEach(() => {
    fields += 1;
  });
  return {
    caller: (): Caller => caller,
    group: (): string => `group ${fields}`,
    save: (name: string, products: Body[], more: Body = {}) =>
      saved(caller, {
        application_id: `${name} ${fields}`,
        provider_field_id: `field ${fields}`,
        provider_group_id: `group ${fields}`,
        products,
        ...more,
      }),
    choose: async (applicationEventId: string, measure: Measure): Promise<void> => {
      const editor = await editorOf(providerId);
      await editor.select(await editor.placeOf(applicationEventId), measure);
    },
  };
}
