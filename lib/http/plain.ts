import { ServiceError } from "@/lib/domain/errors";
import { answering } from "@/lib/http/api/answering";
import { type ApiHandler } from "@/lib/http/api/route";
import { countAddress } from "@/lib/http/machinery";
import { contentTag, hasTag } from "@/lib/http/tags";
import { TextAnswer } from "@/lib/http/text-answer";
import type { Deps } from "@/lib/runtime/deps";

/** A route without a key: health and readiness. */
export const plainRoute =
  (path: string, work: (deps: Deps) => Promise<{ status: number; body: unknown }>): ApiHandler =>
  (request) =>
    answering(request, { path }, async (deps) => {
      const { status, body } = await work(deps);
      return new TextAnswer(JSON.stringify(body), {
        status,
        headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
      });
    });

interface PublicFile {
  bytes: Buffer;
  mediaType: string;
  /** It never changes again. */
  isFinal: boolean;
  /** Plain ASCII letters, digits, dots and hyphens; left out: it is shown where it is opened. */
  fileName?: string;
}

/** A file for anyone, without a key. Null: there is none. */
export const fileRoute =
  (
    path: string,
    read: (deps: Deps, params: Record<string, string | string[] | undefined>) => Promise<PublicFile | null>,
  ): ApiHandler =>
  (request, context) =>
    answering(request, { path }, async (deps, _note, spend) => {
      spend(await countAddress(deps, request));
      const file = await read(deps, (await context.params) ?? {});
      if (file === null) throw new ServiceError("notFound", "There is no such file.");
      return new Response(Uint8Array.from(file.bytes), {
        headers: {
          "Content-Type": file.mediaType,
          "Cache-Control": file.isFinal ? "public, max-age=31536000, immutable" : "no-store",
          "X-Content-Type-Options": "nosniff",
          ...(file.fileName === undefined
            ? {}
            : { "Content-Disposition": `attachment; filename="${file.fileName}"`, "X-Robots-Tag": "noindex" }),
        },
      });
    });

interface Made {
  text: string;
  etag: string;
}

/** A document that is the same for everyone as long as this process runs: made once, and not sent to who has it. */
export function documentRoute(path: string, write: (deps: Deps) => unknown): ApiHandler {
  const documents = new WeakMap<Deps, Made>();
  return (request) =>
    answering(request, { path }, async (deps, _note, spend) => {
      spend(await countAddress(deps, request));
      const { text, etag } = documents.get(deps) ?? made(JSON.stringify(write(deps)));
      documents.set(deps, { text, etag });
      const headers = { ETag: etag, "Cache-Control": "public, max-age=300" };
      if (hasTag(request, etag)) return new Response(null, { status: 304, headers });
      return new TextAnswer(text, { headers: { ...headers, "Content-Type": "application/json" } });
    });
}

const made = (text: string): Made => ({ text, etag: contentTag(text) });
