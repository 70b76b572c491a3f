import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** OTLP's JSON, as far as tests look. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const valueSchema = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
  z.unknown(),
]);
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: attributesSchema,
  status: z.object({ code: z.number().default(0) }).optional(),
});
const messageSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof spanSchema> & { service: unknown };

export interface TraceReceiver {
  url: string;
  spans: () => ReceivedSpan[];
  /** Every message as it came. */
  texts: () => string[];
  close: () => Promise<void>;
}

/** Takes traces as a collector does, on loopback. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const { url, close } = await startListener((path, _headers, text) => {
    if (path !== "/v1/traces") return 404;
    texts.push(text);
    for (const { resource, scopeSpans } of messageSchema.parse(JSON.parse(text)).resourceSpans) {
      const service = resource.attributes["service.name"];
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
    }
    return 200;
  });
  return { url, spans: () => spans, texts: () => texts, close };
}

/** A server that answers each message with the status that `take` gives. */
export async function startListener(
  take: (path: string, headers: IncomingHttpHeaders, text: string) => number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = take(request.url ?? "", request.headers, Buffer.concat(chunks).toString());
      response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
