import { soilProcess } from "@/lib/contracts/v2/soil-process";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { processSoil } from "@/lib/usecases/fields/process-soil";

/** Soil groups and slope of a polygon. Nothing is saved. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(soilProcess, ({ body, ...context }) => processSoil(context, body.field_boundary)),
});
