import { v7 as uuidv7 } from "uuid";
import type { ApiRequest } from "@/lib/http/api/request";

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own request id where it is harmless, else a new one. */
export function requestIdOf(request: Pick<ApiRequest, "headers">): string {
  const sent = request.headers.get("x-request-id");
  return sent !== null && ACCEPTED.test(sent) ? sent : uuidv7();
}
