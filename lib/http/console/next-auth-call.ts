import type { IncomingHttpHeaders } from "node:http";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";
import { readForm } from "@/lib/http/portal/route";

/** The cookies of a request by name. */
const cookiesOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    (request.headers.get("cookie") ?? "").split(";").flatMap((pair) => {
      const [name = "", ...rest] = pair.trim().split("=");
      return name === "" ? [] : [[name, decoded(rest.join("="))]];
    }),
  );

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Calls next-auth as a handler of a plain request. Its own handler for such routes reads Next's request of the moment,
 * which a test does not have; the older form takes everything as arguments.
 */
export async function callNextAuth(
  request: Request,
  steps: readonly string[],
  options: AuthOptions,
): Promise<Response> {
  const headers = new Headers();
  const answer = { status: 200, body: null as string | null };
  const outgoing = {
    status: (code: number) => {
      answer.status = code;
      return outgoing;
    },
    getHeader: (name: string) => (name.toLowerCase() === "set-cookie" ? headers.getSetCookie() : headers.get(name)),
    setHeader: (name: string, value: string | readonly string[]) => {
      headers.delete(name);
      for (const each of typeof value === "string" ? [value] : value) headers.append(name, each);
      return outgoing;
    },
    json: (value: unknown) => (answer.body = JSON.stringify(value)),
    send: (value: unknown) => (answer.body = typeof value === "string" ? value : JSON.stringify(value)),
    end: () => undefined,
  };
  const incoming = {
    method: request.method,
    query: { ...Object.fromEntries(new URL(request.url).searchParams), nextauth: [...steps] },
    cookies: cookiesOf(request),
    headers: Object.fromEntries(request.headers) as IncomingHttpHeaders,
    body: request.method === "POST" ? Object.fromEntries(await readForm(request)) : undefined,
  };
  // Of the two types it uses what is here and nothing else.
  await NextAuth(incoming as unknown as NextApiRequest, outgoing as unknown as NextApiResponse, options);
  return new Response(answer.body, { status: answer.status, headers });
}
