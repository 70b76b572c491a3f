import { createHash } from "node:crypto";
import type { ApiRequest } from "@/lib/http/api/request";

/** The ETag of an answer's text. */
export const contentTag = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Whether the caller says that it has this answer already. */
export function hasTag(request: Pick<ApiRequest, "headers">, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
