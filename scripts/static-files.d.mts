import type { IncomingMessage, ServerResponse } from "node:http";

export declare function serveStaticFiles(
  distFolder: string,
): ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
