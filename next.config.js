/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or WASM-carrying packages are loaded by Node as they are, never bundled.
  serverExternalPackages: ["geos-wasm", "pg", "pino", "graphile-worker", "@prisma/client", "@prisma/adapter-pg"],
  // `npm run check` and CI do both with the project's own settings.
  typescript: { ignoreBuildErrors: true },
  distDir: process.env.HEDGEROW_DIST_DIR ?? ".next",
};

export default config;
