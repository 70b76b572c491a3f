import { expect } from "vitest";
import { GET as v1Runoff } from "@/app/api/v1/fields/[providerFieldId]/reports/runoff/route";
import { GET as v1Trait } from "@/app/api/v1/fields/[providerFieldId]/reports/trait/route";
import { GET as v2Runoff } from "@/app/api/v2/fields/[providerFieldId]/reports/runoff/route";
import { GET as v2Trait } from "@/app/api/v2/fields/[providerFieldId]/reports/trait/route";
import type { ReportKind } from "@/lib/domain/report";
import { createPdfRenderer, type RendererOptions } from "@/lib/gateways/pdf/renderer";
import type { Handler } from "@/lib/http/api/route";
import { getDeps } from "@/lib/runtime/deps";
import { call, type Caller } from "@/tests/support/api";
import { callV1 } from "@/tests/support/v1";
import { builtFolder } from "@/tests/support/program";

export const VERSIONS = ["v1", "v2"] as const;
export type Version = (typeof VERSIONS)[number];

const ROUTES: Record<Version, Record<ReportKind, Handler>> = {
  v1: { runoff: v1Runoff, trait: v1Trait },
  v2: { runoff: v2Runoff, trait: v2Trait },
};

export interface Asked {
  version?: Version;
  kind?: ReportKind;
  query?: string;
  headers?: Record<string, string>;
}

/** Asks for a report by the provider's own id of the field. */
export function askReport(caller: Caller | null, providerFieldId: string, asked: Asked = {}): Promise<Response> {
  const { version = "v2", kind = "runoff", ...sent } = asked;
  const route = ROUTES[version][kind];
  const request = { method: "GET", params: { providerFieldId }, ...sent };
  const path = `fields/${encodeURIComponent(providerFieldId)}/reports/${kind}`;
  return version === "v1" ? callV1(route, caller, path, request) : call(route, caller, request);
}

/** A report that is there. */
export async function report(caller: Caller, providerFieldId: string, asked: Asked = {}): Promise<Buffer> {
  const response = await askReport(caller, providerFieldId, asked);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString("latin1").slice(0, 500)).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  return bytes;
}

/** Works with a renderer of other limits, or with other threads behind it; puts the process's own back. */
export async function withRenderer<T>(options: Partial<RendererOptions>, work: () => Promise<T>): Promise<T> {
  const deps = await getDeps();
  const usual = deps.pdf;
  deps.pdf = createPdfRenderer({ workers: 1, queueMax: 4, timeoutS: 20, ...options });
  try {
    return await work();
  } finally {
    await deps.pdf.close();
    deps.pdf = usual;
  }
}

/** For files that are not about limits: on a busy machine the first report waits for its thread. */
export async function waitLong(): Promise<void> {
  const deps = await getDeps();
  await deps.pdf.close();
  deps.pdf = createPdfRenderer({ workers: 1, queueMax: 8, timeoutS: 240 });
}

const threadFile = (name: string): string =>
  // Looked for within what is built where these suites run that.
  `${builtFolder() === undefined ? "" : "../"}tests/contract/reports/threads/${name}.mjs`;
export const THREADS = {
  endless: threadFile("endless"),
  killed: threadFile("killed"),
  failing: threadFile("failing"),
  missing: threadFile("missing"),
} as const;
