import { machineFile } from "@/lib/contracts/v2/machine-files";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { makeMachineFile } from "@/lib/usecases/machine-files/make-machine-file";

/** The treatable area of a computed application, as a file that a spray terminal reads. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(machineFile, ({ deps, provider, params, query }) =>
    makeMachineFile({ deps, providerId: provider.providerId }, { ...params, ...query }),
  ),
});
