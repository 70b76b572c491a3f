import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { ENVIRONMENT_NOTES } from "@/lib/runtime/env-notes";

const read = (path: string): string => readFileSync(`deploy/${path}`, "utf8");
/** What a build makes, so that no checkout has it. */
const BUILT = new Set([".next", "dist", "node_modules"]);
/** Not ours: Node's own, and Next's. */
const OTHERS = new Set(["NODE_ENV", "NEXT_TELEMETRY_DISABLED"]);
const unknownVariables = (names: readonly string[]): string[] =>
  names.filter((name) => !(name in ENVIRONMENT_NOTES) && !OTHERS.has(name));

describe("the Dockerfile", () => {
  const text = read("Dockerfile");
  const lines = text.split("\n");

  it("has no fault that its linter knows", () => {
    const faults = validate(text);
    expect(faults.map(({ message }) => message)).toEqual([]);
  });

  it("copies only what a checkout has or a build makes", () => {
    const copied = lines
      .filter((line) => line.startsWith("COPY --from=build"))
      .flatMap((line) => line.match(/(?<=\/app\/)\S+/g) ?? []);
    expect(copied.length).toBeGreaterThanOrEqual(9);
    expect(copied.filter((path) => !existsSync(path) && !BUILT.has(path))).toEqual([]);
  });

  it("runs the built server, as a user without rights and with a capped heap", () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM")));
    expect(last).toContain("USER node");
    expect(last.at(-2)).toMatch(/^CMD .*exec node --max-old-space-size=\$\{HEAP_MAX_MB\} dist\/serve\.mjs/);
    expect(last.join("\n")).not.toContain("tsx");
  });
});

interface ComposedService {
  image?: string;
  build?: object;
  environment?: Record<string, string>;
  user?: string;
  volumes?: string[];
}
interface Composed {
  services: Record<string, ComposedService>;
  volumes: Record<string, unknown>;
}

describe("the compose file", () => {
  const text = read("compose/compose.yml");
  const { services } = parse(text, { merge: true }) as Composed;

  it("has every part of the service, each with an image of a named version", () => {
    const wanted = ["database", "grafana", "migrate", "pgbouncer", "prometheus", "web", "worker"];
    expect(Object.keys(services).sort()).toEqual(wanted);
    for (const [name, { image, build }] of Object.entries(services)) {
      expect(build !== undefined || /:[\w.-]*\d/.test(image ?? ""), name).toBe(true);
    }
  });

  it("asks for no secret that its example does not name, and gives the service only variables that it has", () => {
    const asked = [...text.matchAll(/(?<!\$)\$\{([A-Z_]+):\?\}/g)].map(([, name = ""]) => name);
    const named = [...read("compose/.env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name);
    expect([...new Set(asked)].filter((name) => !named.includes(name))).toEqual([]);
    const given = ["web", "worker", "migrate"].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
    expect(given.length).toBeGreaterThan(10);
    expect(unknownVariables(given)).toEqual([]);
  });

  it("mounts files that are there", () => {
    const mounted = [...text.matchAll(/- (\.{1,2}\/[^:\s]+):/g)].map(([, path = ""]) => `deploy/compose/${path}`);
    expect(mounted.length).toBeGreaterThanOrEqual(5);
    expect(mounted.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("gives the owner's password to the worker and to migrations, and never to the web process", () => {
    const withOwner = Object.entries(services)
      .filter(([, { environment = {} }]) =>
        Object.values(environment).some((value) => value.includes("hedgerow_owner")),
      )
      .map(([name]) => name);
    expect(withOwner.sort()).toEqual(["migrate", "worker"]);
  });

  it("passes on what the documents name for fresh data, forecasts, and signatures", () => {
    const namesOf = (pattern: RegExp): string[] => Object.keys(ENVIRONMENT_NOTES).filter((name) => pattern.test(name));
    const missing = (service: string, pattern: RegExp): string[] =>
      namesOf(pattern).filter((name) => !(name in (services[service]?.environment ?? {})));
    expect(namesOf(/^REFRESH_/).length).toBeGreaterThanOrEqual(6);
    expect(missing("web", /^(FORECAST|REPORT_SIGNING|RECORD_SIGNING)_/)).toEqual([]);
    expect(missing("worker", /^(REFRESH|FORECAST|REPORT_SIGNING|RECORD_SIGNING)_/)).toEqual([]);
    const example = read("compose/.env.example");
    const named = namesOf(/^(REFRESH|FORECAST|REPORT_SIGNING|RECORD_SIGNING)_/);
    expect(named.filter((name) => !example.includes(`\n${name}=`))).toEqual([]);
  });
});

describe("the systemd units", () => {
  const units = ["web", "worker"].map((name) => `deploy/systemd/hedgerow-${name}.service`);

  it("give only variables that the service has", () => {
    const given = units.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = ""]) => name),
    );
    expect(unknownVariables(given)).toEqual([]);
  });

  it.skipIf(!existsSync("/usr/bin/systemd-analyze"))("have no fault that systemd knows", () => {
    // It also asks that the program is there, which on a machine without Node in /usr/bin it is not.
    const said = execFileSync("/bin/sh", ["-c", `systemd-analyze verify ${units.join(" ")} 2>&1 || true`], {
      encoding: "utf8",
    });
    const faults = said.split("\n").filter((line) => line.includes("hedgerow-") && !line.includes("is not executable"));
    expect(faults).toEqual([]);
  });
});

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: { template?: { spec: PodSpec }; replicas?: number; selector?: unknown };
}
interface PodSpec {
  securityContext: { runAsNonRoot?: boolean };
  containers: (Record<"readinessProbe" | "livenessProbe" | "securityContext" | "resources", object | undefined> & {
    env?: { name: string; value?: string }[];
    volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
  })[];
  volumes?: { name: string; emptyDir?: { sizeLimit?: string }; persistentVolumeClaim?: object }[];
}

describe("the Kubernetes manifests", () => {
  const documents = parseAllDocuments(read("kubernetes/hedgerow.yaml"));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const load = createRequire(import.meta.url);
  const modelOf = ({ apiVersion, kind }: Manifest): new (data: unknown) => { validate: () => void } => {
    const models = load(`kubernetes-models/${apiVersion}`) as Record<
      string,
      new (data: unknown) => { validate: () => void }
    >;
    const model = models[kind];
    if (model === undefined) throw new Error(`there is no ${kind} in ${apiVersion}`);
    return model;
  };

  it("are what the Kubernetes API takes", () => {
    expect(manifests.length).toBeGreaterThanOrEqual(7);
    for (const manifest of manifests) {
      const Model = modelOf(manifest);
      expect(() => new Model(manifest).validate(), manifest.metadata.name).not.toThrow();
    }
  });

  it("run without root on a file system that cannot be written, and name variables that the service has", () => {
    const pods = manifests.flatMap(({ spec }) => (spec as Manifest["spec"] | undefined)?.template?.spec ?? []);
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      for (const { securityContext } of pod.containers) {
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
      }
    }
    const given = manifests.filter(({ kind }) => kind === "ConfigMap").flatMap(({ data = {} }) => Object.keys(data));
    expect(unknownVariables(given)).toEqual([]);
  });

  it("probe web processes by what they answer, and keep some of each part while a machine is emptied", () => {
    const byKind = (kind: string): string[] =>
      manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name);
    expect(byKind("PodDisruptionBudget")).toEqual(byKind("Deployment"));
    const [web] = manifests.filter(({ metadata, kind }) => metadata.name === "hedgerow-web" && kind === "Deployment");
    expect(web?.spec.template?.spec.containers[0]).toMatchObject({
      readinessProbe: { httpGet: { path: "/api/ready" } },
      livenessProbe: { httpGet: { path: "/api/health" } },
    });
  });
});

interface ImportPlace {
  /** Where the kit has the worker put its downloads. */
  folder: string | undefined;
  /** Where the kit lets the worker write for long. */
  writable: string[];
}

describe("the worker's import folder", () => {
  const lies = ({ folder, writable }: ImportPlace): boolean =>
    folder !== undefined && writable.some((place) => folder === place || folder.startsWith(`${place}/`));

  it("can be written under systemd", () => {
    const unit = read("systemd/hedgerow-worker.service");
    const states = [...unit.matchAll(/^StateDirectory=(\S+)$/gm)].map(([, name = ""]) => `/var/lib/${name}`);
    const folder = /^Environment=IMPORT_FOLDER=(\S+)$/m.exec(unit)?.[1];
    expect(lies({ folder, writable: states })).toBe(true);
  });

  it("can be written under compose, by the image's user", () => {
    const { services, volumes } = parse(read("compose/compose.yml"), { merge: true }) as Composed;
    const { environment = {}, volumes: mounts = [] } = services.worker ?? {};
    const named = mounts
      .map((mount) => mount.split(":"))
      .filter(([name = "", , mode]) => name in volumes && mode !== "ro");
    const folder = environment.IMPORT_FOLDER;
    expect(lies({ folder, writable: named.map(([, path = ""]) => path) })).toBe(true);
    // A new volume has the owner that the folder has in the image; without one it is root's.
    const image = read("Dockerfile");
    expect(image).toContain(`IMPORT_FOLDER=${folder ?? ""}\n`);
    expect(image).toMatch(/^RUN install -d -o node -g node \$\{IMPORT_FOLDER\}$/m);
  });

  it("can be written under Kubernetes, up to a size", () => {
    const manifests = parseAllDocuments(read("kubernetes/hedgerow.yaml")).map(
      (document) => document.toJS() as Manifest,
    );
    const worker = manifests.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "hedgerow-worker");
    const { containers: [container] = [], volumes = [] } = worker?.spec.template?.spec ?? {};
    const limited = volumes.filter(
      ({ emptyDir, persistentVolumeClaim }) => emptyDir?.sizeLimit !== undefined || persistentVolumeClaim !== undefined,
    );
    const writable = (container?.volumeMounts ?? [])
      .filter(({ name, readOnly }) => readOnly !== true && limited.some((volume) => volume.name === name))
      .map(({ mountPath }) => mountPath);
    const folder = container?.env?.find(({ name }) => name === "IMPORT_FOLDER")?.value;
    expect(lies({ folder, writable })).toBe(true);
  });
});
