import { writeFileSync } from "node:fs";
import { environmentExample } from "@/lib/runtime/env-example";

/** `npm run env:example`: writes `.env.example` again from the environment schema. */
writeFileSync(new URL("../.env.example", import.meta.url), environmentExample());
