import { z } from "zod";

/** Answers of the routes that need no key. */
export const healthResponse = z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" });

const check = z.strictObject({ ok: z.boolean(), detail: z.string().nullable() });

export const readyResponse = z
  .strictObject({
    status: z.enum(["ready", "not_ready"]),
    checks: z.strictObject({ database: check, data_sets: check }),
  })
  .meta({ id: "Ready" });
