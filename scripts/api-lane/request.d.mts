import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiRequest } from "@/lib/http/api/request";

export class LaneRequest implements ApiRequest {
  constructor(incoming: IncomingMessage, outgoing: ServerResponse);
  method: string;
  headers: ApiRequest["headers"];
  get url(): string;
  get body(): ApiRequest["body"];
  get signal(): AbortSignal;
}
