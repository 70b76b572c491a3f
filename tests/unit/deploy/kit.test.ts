import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readEnvironment } from "@/lib/runtime/env";
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
  /** Null: passed on from .env where that sets it. */
  environment?: Record<string, string | null>;
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
        Object.values(environment).some((value) => value?.includes("hedgerow_owner") === true),
      )
      .map(([name]) => name);
    expect(withOwner.sort()).toEqual(["migrate", "worker"]);
  });

  /** Of the image itself, or not an operator's to choose there. */
  const set = [...read("Dockerfile").matchAll(/^(?:ENV)? *([A-Z_]+)=\S/gm)].map(([, name = ""]) => name);
  const fixed = new Set([...set, "HEDGEROW_MODE", "PORT", "HOST"]);

  it.each([
    // The web process never has the owner's address.
    ["web", ["DATABASE_DIRECT_URL"]],
    ["worker", []],
  ])("passes every variable that the service has on to %s", (service, leftOut) => {
    const known = Object.keys(ENVIRONMENT_NOTES).filter((name) => !fixed.has(name) && !leftOut.includes(name));
    expect(known.length).toBeGreaterThan(50);
    expect(known.filter((name) => !(name in (services[service]?.environment ?? {})))).toEqual([]);
  });

  it("starts with its example as it is, once the secrets are filled in", () => {
    const example = new Map(
      [...read("compose/.env.example").matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    );
    const secret = "0123456789abcdef0123456789abcdef";
    for (const [name, value] of Object.entries({ SERVICE_PASSWORD: secret, API_KEY_HASH_SECRET: secret })) {
      example.set(name, value);
    }
    example.set("PORTAL_LINK_KEYS", `k1:${Buffer.from(secret).toString("base64")}`);
    /** As compose fills it in: an empty variable has the value behind `:-`. */
    const filled = (name: string, value: string | null): string | undefined =>
      value === null
        ? example.get(name)
        : value.replaceAll(/\$\{([A-Z_0-9]+):[-?]([^}]*)\}/g, (_, key: string, otherwise: string) => {
            const given = example.get(key) ?? "";
            return given === "" ? otherwise : given;
          });
    const environment = Object.fromEntries(
      Object.entries(services.web?.environment ?? {}).map(([name, value]) => [name, filled(name, value)]),
    );
    expect(readEnvironment({ NODE_ENV: "production", ...environment }).MAP_IMAGERY_MAX_ZOOM).toBe(16);
    const named = Object.keys(ENVIRONMENT_NOTES).filter((name) =>
      /^(REFRESH|FORECAST|REPORT_SIGNING|RECORD_SIGNING|CONSOLE|MAP_IMAGERY)_/.test(name),
    );
    expect(named.filter((name) => !example.has(name))).toEqual([]);
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
    envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
    volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
  })[];
  volumes?: {
    name: string;
    emptyDir?: { sizeLimit?: string };
    persistentVolumeClaim?: object;
    secret?: { optional?: boolean };
  }[];
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

  it("give web and worker every variable of the ConfigMap and the secret, and the files of signing keys where there are some", () => {
    for (const { metadata, spec } of manifests.filter(({ kind }) => kind === "Deployment")) {
      const { containers: [container] = [], volumes = [] } = spec.template?.spec ?? {};
      const from = container?.envFrom?.map(({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef?.name);
      expect(
        from?.filter((name) => name === "hedgerow"),
        metadata.name,
      ).toHaveLength(2);
      const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === "/etc/hedgerow/signing");
      expect(mount, metadata.name).toMatchObject({ readOnly: true });
      expect(volumes.find(({ name }) => name === mount?.name)?.secret).toMatchObject({ optional: true });
    }
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
    const folder = environment.IMPORT_FOLDER ?? undefined;
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
