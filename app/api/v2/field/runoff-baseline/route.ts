import { runoffBaseline } from "@/lib/contracts/v2/runoff-baseline";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { computeRunoffBaseline } from "@/lib/usecases/fields/compute-runoff-baseline";

/** The runoff credits a polygon earns by itself. Nothing is saved. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(runoffBaseline, ({ body, ...context }) => computeRunoffBaseline(context, body.field_boundary)),
});
