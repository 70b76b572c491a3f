import { defineConfig } from "vitest/config";
import { fileURLToPath } from "node:url";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };

/** Every random input of a run comes from one seed. */
const SEEDS = ["tests/support/seed-setup.ts"];

/** Vitest leaves one processor free, which on two is half of them. */
const WORKERS = 2;

/** Every file on a database of its own. */
const ON_DATABASES = {
  globalSetup: ["tests/support/global-setup.ts"],
  setupFiles: [...SEEDS, "tests/support/worker-setup.ts"],
  // For a machine with many times its load: the command line of imports takes 20 s a test there.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  maxWorkers: WORKERS,
};

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/cases/**/*.test.ts"],
          testTimeout: 90_000,
          // One of them lints a folder with types, which takes 15 s beside other work.
          hookTimeout: 90_000,
          // Modules are loaded once a process: loading them again for every file took twice the time of the tests.
          isolate: false,
          maxWorkers: WORKERS,
          setupFiles: SEEDS,
        },
      },
      {
        resolve: { alias },
        // Property tests: many random inputs a law, and whole data sets. Apart from the unit tests, which stay quick.
        test: {
          name: "laws",
          include: ["tests/laws/**/*.test.ts"],
          testTimeout: 240_000,
          isolate: false,
          maxWorkers: WORKERS,
          setupFiles: SEEDS,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          // As above; tests/support/worker-setup.ts puts back what a file could leave to the next.
          isolate: false,
          ...ON_DATABASES,
          // One more than processors: a process waits while its database works.
          maxWorkers: WORKERS + 1,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "attack",
          include: ["tests/attack/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          setupFiles: ["tests/support/worker-setup.ts"],
          testTimeout: 240_000,
          // Builds the application when its sources are newer than the last build.
          hookTimeout: 600_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
