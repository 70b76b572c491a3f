/**
 * What handlers of the API read of a request. A `Request` has it, and so does the request of the lane before Next's router
 * (scripts/api-lane), which makes each part when it is first read.
 */
export interface ApiRequest {
  method: string;
  url: string;
  headers: Pick<Headers, "get" | "has">;
  /** Fires when the client goes away. */
  signal: AbortSignal;
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}

/** Whether someone follows a link or sends a form in a browser, and would read the answer as a page. */
export const isNavigation = ({ headers }: Pick<ApiRequest, "headers">): boolean =>
  headers.get("accept")?.includes("text/html") ?? false;
