import { sprayWindows } from "@/lib/contracts/v2/spray-windows";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readSprayWindows } from "@/lib/usecases/applications/spray-windows/read-windows";

/** The coming week of an application by the forecast. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(sprayWindows, ({ params, ...context }) => readSprayWindows(context, params.applicationEventId)),
});
