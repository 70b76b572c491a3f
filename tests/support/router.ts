import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Handler } from "@/lib/http/api/route";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

/** What answers below `/api` where no other route does. */
const ANY_OTHER = `${APP}/api/[[...path]]/route.ts`;

interface RouteFile {
  segments: string[];
  file: string;
}

/** The routes for programs: the API's and the tools'. */
const routes: RouteFile[] = ["api", "mcp"].flatMap((folder) =>
  readdirSync(`${APP}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)route\.ts$/.test(file) && !file.includes("[..."))
    .map((file) => ({ segments: [folder, ...file.split("/").slice(0, -1)], file: `${APP}/${folder}/${file}` })),
);

const isParameter = (segment: string): boolean => segment.startsWith("[");

/** The parameters of a path by the names of the route's folders; null where the path is another route's. */
function matched({ segments }: RouteFile, asked: readonly string[]): Record<string, string> | null {
  if (segments.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const own = asked[index] ?? "";
    if (isParameter(segment)) params[segment.slice(1, -1)] = decodeURIComponent(own);
    else if (segment !== own) return null;
  }
  return params;
}

/** Finds the route file that answers an address, as the web server does, and calls it with the real request. */
export async function sendToRoute(request: Request): Promise<Response> {
  const asked = new URL(request.url).pathname.split("/").filter((part) => part !== "");
  // A fixed name wins over a parameter, as `bulk` over an identifier.
  const found = routes
    .flatMap((route) => {
      const params = matched(route, asked);
      return params === null ? [] : [{ route, params }];
    })
    .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  const { file, params } =
    found === undefined ? { file: ANY_OTHER, params: {} } : { file: found.route.file, params: found.params };
  const handlers = (await import(/* @vite-ignore */ file)) as Record<string, Handler | undefined>;
  const handler = handlers[request.method];
  if (handler === undefined) throw new Error(`${file} has no ${request.method}`);
  return handler(request, { params: Promise.resolve(params) });
}
