import { afterAll, beforeAll } from "vitest";
import { z } from "zod";

/**
 * For a file whose tests read faults as the editor of a rule file does: in zod's own words. The service words faults for
 * callers, for the whole process, once any test of the process has loaded it.
 */
export function inZodsOwnWords(): void {
  let worded: ReturnType<typeof z.config>["customError"];
  beforeAll(() => {
    worded = z.config().customError;
    z.config({ customError: undefined });
  });
  afterAll(() => {
    z.config({ customError: worded });
  });
}
