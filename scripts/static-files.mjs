import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import mime from "mime-types";
import Negotiator from "negotiator";
import send from "send";
import { PACKED_FORMS, PACKED_MARK } from "./setup/pack-static.mjs";

const PREFIX = "/_next/static/";

/**
 * Serves the scripts and styles of a build in the smallest form that the reader takes (./setup/pack-static.mjs).
 *
 * @param {string} distFolder of the build
 * @returns {null | ((request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean)}
 *   whether the request was for a file of the build and is being answered; null where the build has not been packed,
 *   and Next serves them
 */
export function serveStaticFiles(distFolder) {
  const root = join(distFolder, "static");
  if (!existsSync(join(root, PACKED_MARK))) return null;
  const files = new Set(readdirSync(root, { recursive: true }).map((path) => path.replaceAll("\\", "/")));

  return (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (!path.startsWith(PREFIX) || !["GET", "HEAD"].includes(request.method ?? "")) return false;
    const file = path.slice(PREFIX.length);
    // What is packed is never asked for by its own name, and no other name is looked for on the disk.
    const forms = PACKED_FORMS.filter(({ suffix }) => files.has(file + suffix));
    if (forms.length === 0) return false;
    const encodings = forms.map(({ encoding }) => encoding);
    const [best] = new Negotiator(request).encodings([...encodings, "identity"], { preferred: encodings });
    const form = forms.find(({ encoding }) => encoding === best);
    send(request, file + (form?.suffix ?? ""), { root, immutable: true, maxAge: "1y" })
      .on("headers", () => {
        response.setHeader("Vary", "Accept-Encoding");
        response.setHeader("X-Content-Type-Options", "nosniff");
        if (form === undefined) return;
        response.setHeader("Content-Encoding", form.encoding);
        response.setHeader("Content-Type", mime.contentType(extname(file)));
      })
      .pipe(response);
    return true;
  };
}
