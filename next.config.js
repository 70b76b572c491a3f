import { ensureMapWorker } from "./scripts/setup/map-worker.mjs";

// Here too, so that `next build` by itself finds the map's worker.
ensureMapWorker();

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Our own server packs all answers, once and in one way (scripts/pack-answers.mjs).
  compress: false,
  // Development writes the address of each request to its log; what opens a portal must be in none.
  logging: { incomingRequests: { ignore: [/^\/portal\//] } },
  reactStrictMode: true,
  // Loaded by Node as they are, never bundled: native packages and such as carry WASM, and large ones that every route
  // needs, which Turbopack would write into the chunk of each (docs/performance.md, "Memory of a web process").
  serverExternalPackages: [
    "asn1js",
    "pkijs",
    "zod",
    "geos-wasm",
    "pg",
    "pino",
    "prom-client",
    "graphile-worker",
    "piscina",
    "sharp",
    "@prisma/client",
    "@prisma/adapter-pg",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
  ],
  // `npm run check` and CI do both with the project's own settings.
  typescript: { ignoreBuildErrors: true },
  // The path names the version, so what lies there never changes; the worker itself may load and fetch from here alone.
  headers: async () => [
    {
      source: "/maplibre/:path*",
      headers: [
        { key: "Cache-Control", value: "public, max-age=31536000, immutable" },
        { key: "Content-Security-Policy", value: "default-src 'none'; script-src 'self'; connect-src 'self'" },
        { key: "X-Content-Type-Options", value: "nosniff" },
      ],
    },
  ],
  // Tools leave out folders that begin with a dot, so the key set lies in another.
  // Each page of the documentation has its Markdown under the same path with `.md`.
  rewrites: async () => [
    { source: "/.well-known/jwks.json", destination: "/key-set" },
    { source: "/docs.md", destination: "/doc-text" },
    { source: "/docs/:path(.*)\\.md", destination: "/doc-text/:path" },
  ],
  distDir: process.env.HEDGEROW_DIST_DIR ?? ".next",
};

export default config;
