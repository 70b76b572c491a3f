import { usage } from "@/lib/contracts/v2/usage";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readUsage } from "@/lib/usecases/usage/read-usage";

/** What a key has left, and what its provider still calls that will end. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(usage, async ({ key, limitsLeft, ...context }) => readUsage(context, key, await limitsLeft())),
});
