import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Koop's feature server over areas in a file, as a provider without an index of its own has it: every query reads them all.
 *
 * Its packages are not the service's: `peers.ts` installs them in KOOP_FOLDER.
 */
const { KOOP_FOLDER, KOOP_AREAS } = process.env;
const installed = createRequire(join(KOOP_FOLDER, "package.json"));
const express = installed("express");
const features = installed("@koopjs/featureserver");
// One line a request on standard output otherwise, which would be measured.
const quiet = () => undefined;
features.setLogger({
  logger: { info: quiet, debug: quiet, warn: quiet, silly: quiet, verbose: quiet, error: console.error },
});

const areas = JSON.parse(readFileSync(KOOP_AREAS, "utf8"));
const app = express();
// A field of hundreds of positions is longer than an address may be, so that clients of such servers post forms.
app.use(express.urlencoded({ extended: false, limit: "5mb" }));
app.post("/rest/services/areas/FeatureServer/:layer/query", (request, response) =>
  features.query(request, response, areas),
);
const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
