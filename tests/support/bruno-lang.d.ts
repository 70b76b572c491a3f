/** Bruno's own parser and writer, which come without types: the members that the collection has. */
declare module "@usebruno/lang" {
  interface Pair {
    name: string;
    value: string;
    enabled: boolean;
    type?: "query" | "path";
  }
  export interface BrunoRequest {
    meta: { name: string; type: string; seq: string };
    http: { method: string; url: string; body: string; auth: string };
    params?: Pair[];
    headers?: Pair[];
    body?: { json?: string };
    vars?: { res: Pair[] };
    docs?: string;
  }
  export function bruToJsonV2(text: string): BrunoRequest;
  export function jsonToBruV2(request: BrunoRequest): string;
}
