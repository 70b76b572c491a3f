import { z } from "zod";

/** Answers of the routes that need no key. */
export const healthResponse = z
  .strictObject({ status: z.literal("ok").describe("Always `ok`: the process answers.") })
  .meta({ id: "Health", description: "This process is alive." });

const check = z
  .strictObject({
    ok: z.boolean().describe("Whether it holds."),
    detail: z.string().nullable().describe("What is wrong; null when nothing is."),
  })
  .meta({ id: "ReadinessCheck", description: "One thing that has to hold." });

export const readyResponse = z
  .strictObject({
    status: z.enum(["ready", "not_ready"]).describe("`not_ready` comes with 503: send no traffic here."),
    checks: z
      .strictObject({
        database: check.describe("The database answers and has the newest migrations."),
        data_sets: check.describe("The data sets that checks need are loaded."),
      })
      .meta({ id: "ReadinessChecks", description: "Everything that has to hold." })
      .describe("What was looked at."),
  })
  .meta({ id: "Ready", description: "Whether this process can do its work now." });
