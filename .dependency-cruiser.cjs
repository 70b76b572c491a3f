/** Each layer lists the layers it may import. Anything not listed is an error. */
const MAY_IMPORT = {
  "lib/domain": [],
  "lib/geo": ["lib/domain"],
  "lib/engine": ["lib/domain", "lib/geo"],
  "lib/rulebook": ["lib/domain"],
  "lib/views": ["lib/domain"],
  "lib/data": ["lib/domain"],
  "lib/gateways": ["lib/domain", "lib/geo"],
  "lib/imports": ["lib/domain", "lib/geo", "lib/data", "lib/rulebook", "lib/gateways", "lib/runtime"],
  // Facts, never sentences: a word changes no answer.
  "lib/usecases": [
    "lib/domain",
    "lib/geo",
    "lib/engine",
    "lib/data",
    "lib/gateways",
    "lib/rulebook",
    "lib/imports",
    "lib/runtime",
  ],
  // Presenters: what they show comes from use cases.
  "lib/pages": ["lib/domain", "lib/geo", "lib/engine", "lib/rulebook", "lib/views", "lib/usecases"],
  "lib/contracts": ["lib/domain", "lib/geo", "lib/usecases", "lib/pages", "lib/views"],
  "lib/runtime": ["lib/domain", "lib/geo", "lib/data", "lib/gateways", "lib/rulebook"],
  "lib/auth": ["lib/domain", "lib/data", "lib/runtime"],
  // Texts for people who write software: guides, reference, codes.
  "lib/documentation": ["lib/domain", "lib/views", "lib/contracts"],
  "lib/http": [
    "lib/domain",
    "lib/geo",
    "lib/contracts",
    "lib/usecases",
    "lib/pages",
    "lib/views",
    "lib/runtime",
    "lib/auth",
  ],
  "lib/jobs": ["lib/domain", "lib/contracts", "lib/usecases", "lib/runtime"],
  // Never the geometry kernel: 3 MB would reach the browser.
  "lib/portal-client": ["lib/domain", "lib/views", "lib/contracts/portal"],
  components: [
    "lib/domain",
    "lib/views",
    "lib/portal-client",
    "lib/geo/meeting",
    "lib/geo/near",
    "lib/geo/plane-lines",
    "lib/geo/snap",
  ],
  app: [
    "components",
    "lib/domain",
    "lib/views",
    "lib/contracts",
    "lib/http",
    "lib/usecases",
    "lib/pages",
    "lib/documentation",
    "lib/runtime",
    "lib/auth",
  ],
};
const ours = "^(app|components|lib|prisma|scripts|tests)/";

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([layer, allowed]) => ({
      name: `${layer.replace("/", "-")}-imports`,
      severity: "error",
      from: { path: `^${layer}/` },
      to: { path: ours, pathNot: [layer, ...allowed].map((dir) => `^${dir}(/|\\.ts)`) },
    })),
    {
      name: "engine-is-pure",
      severity: "error",
      from: { path: "^lib/(domain|geo|engine)/" },
      to: {
        dependencyTypes: ["npm", "core"],
        pathNot: "node_modules/(@types/geojson|@turf/|geos-wasm/|proj4/|suncalc/)",
      },
    },
    {
      name: "contracts-take-types-only",
      severity: "error",
      from: { path: "^lib/contracts/" },
      to: { path: "^lib/(usecases|pages)/", dependencyTypesNot: ["type-only"] },
    },
    {
      // A schema in the browser would bring zod with it.
      name: "portal-client-takes-contract-types-only",
      severity: "error",
      from: { path: "^lib/portal-client/" },
      to: { path: "^lib/contracts/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "v2-never-needs-v1",
      severity: "error",
      from: { path: "^(lib/contracts|app/api)/v2/" },
      to: { path: "/v1/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      // Two folders of use cases that need each other are one folder, or share something that belongs below both.
      name: "usecase-folders-have-an-order",
      severity: "error",
      scope: "folder",
      from: { path: "^lib/usecases" },
      to: { circular: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.data|node_modules/\\.cache|lib/data/generated)" },
  },
};
