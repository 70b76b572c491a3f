import { defineConfig } from "prisma/config";

/** For Prisma's command line only; the service itself connects in lib/data/db.ts. */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? "" },
});
