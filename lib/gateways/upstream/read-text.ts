/** Node's streams can be read with `for await`; the browser's types do not say so. */
const chunksOf = ({ body }: Response): AsyncIterable<Uint8Array> | [] =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the linter's types are newer than the compiler's
  body === null ? [] : (body as unknown as AsyncIterable<Uint8Array>);

/** The body as text, up to so many unpacked bytes; the rest is left unread. */
export async function readText(response: Response, mostBytes: number): Promise<{ text: string; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response)) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > mostBytes) break;
  }
  return { text: Buffer.concat(chunks).subarray(0, mostBytes).toString("utf8"), isCut: size > mostBytes };
}

export const isJson = (response: Response): boolean =>
  response.ok && /^application\/([\w.-]+\+)?json\b/i.test((response.headers.get("content-type") ?? "").trim());

/** The driver's code, such as ECONNRESET: `fetch failed` alone says nothing. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : error instanceof Error ? error.name : "unknown";
}
