import { z } from "zod";
import { MACHINE_FORMATS, type MachineFile } from "@/lib/domain/machine-file";
import { defineContract } from "@/lib/contracts/shared/contract";
import { Download } from "@/lib/contracts/shared/download";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";

export const machineFile = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/machine-files",
  operationId: "downloadMachineFile",
  tag: "Drift",
  summary: "Field, treatable area, and buffer of a computed application as a file for the machine",
  description:
    "Of the last drift computation: nothing is checked again. The treatable area holds the rate, the buffer holds 0, and " +
    "in a task everything outside holds 0 too. Positions have nine decimals, the same in every format; rounding never " +
    "adds to the treatable area. Made of a settled answer alone, whose status is `met` or `not_applicable` now: any other " +
    "is `NOT_READY`. It holds for the wind and the setup of the computation, which the file names. Compute again when " +
    "they change. A file is not a clearance to apply.",
  rateClass: "reports",
  isProcessing: true,
  mediaTypes: [
    "application/zip",
    "application/geo+json",
    "application/vnd.google-earth.kml+xml",
    "application/flatgeobuf",
  ],
  body: null,
  query: z.strictObject({
    format: z
      .enum(MACHINE_FORMATS)
      .describe(
        "`isoxml`: a zip with `TASKDATA/TASKDATA.XML`, ISO 11783-10 version 4, a planned task with treatment zones. It " +
          "needs the rate of the mix: a computation with `gpa`, or granules of one product. `shapefile`: a zip with " +
          "`boundary` and `rates`. `geojson`, `kml`, `flatgeobuf`: one file with the zones `field`, `treatable`, and " +
          "`buffer`.",
      ),
  }),
  params: applicationParams,
  response: z.string().meta({ format: "binary", description: "The file." }),
  present: ({ bytes, mediaType, fileName }: MachineFile): Download => new Download(bytes, { mediaType, fileName }),
  problems: ["applicationNotFound", "notReady"],
});
