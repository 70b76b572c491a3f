import { join, resolve } from "node:path";
import { packStaticFiles } from "./setup/pack-static.mjs";

/** The last part of `npm run build`. */
await packStaticFiles(join(resolve(process.env.HEDGEROW_DIST_DIR ?? ".next"), "static"));
