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
        process: check.optional().describe("Left out but while this process is about to end: it fails then."),
        database: check.describe("The database answers and takes writes: it is no standby, and its disk is not full."),
        postgis: check.describe("PostGIS is installed where the service looks for it."),
        schema: check.describe("The database has every migration of this version."),
        data_sets: check.describe("The data sets that checks need are loaded."),
        archives: check.describe(
          "This process finds the archive file of every archived data set whole. It does not change `status`: only reports of what those sets judged need them.",
        ),
        queue: check.describe(
          "No due background job has waited longer than five minutes. It does not change `status`: checks are answered.",
        ),
        worker: check.describe("A worker was heard of within 20 seconds. It does not change `status` either."),
        replica: check
          .optional()
          .describe(
            "The read replica follows the primary and is at most five seconds behind; left out where there is none. It does not change `status`: the primary answers instead.",
          ),
      })
      .meta({ id: "ReadinessChecks", description: "Everything that has to hold." })
      .describe("What was looked at."),
  })
  .meta({ id: "Ready", description: "Whether this process can do its work now." });
