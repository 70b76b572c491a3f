import { z } from "zod";
import { editionFileSchema, partFileSchema, productFileSchema } from "@/lib/rulebook/label-files/schema-files";

/** The published schemas by file name; `npm run labels -- schema --write` writes them. */
export const labelJsonSchemas = (): Record<string, unknown> => ({
  "product.schema.json": z.toJSONSchema(productFileSchema, { io: "input" }),
  "edition.schema.json": z.toJSONSchema(editionFileSchema, { io: "input" }),
  "part.schema.json": z.toJSONSchema(partFileSchema, { io: "input" }),
});

export const LABEL_SCHEMA_DIRECTORY = "docs/label-schema";
