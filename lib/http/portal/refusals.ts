import { PROBLEMS, type ServiceError } from "@/lib/domain/errors";
import { PORTAL_REFUSALS, type PortalRefusal, type PortalRefusalReason } from "@/lib/domain/portal";

/** What a refused edit answers: a status, and a sentence for the person who made it. */
const WORDS: Record<PortalRefusalReason, { status: number; message: string }> = {
  locked: { status: 423, message: "Your farm software has locked this application. Ask there to have it unlocked." },
  changed: { status: 409, message: "Someone else has changed this meanwhile. What is saved now is shown." },
  not_found: { status: 404, message: "This is not here any more. Load the page again." },
  unknown_measure: { status: 422, message: "The menu does not offer this measure." },
  automatic_credit: { status: 422, message: "This credit comes from the field itself and cannot be changed by hand." },
  reason_needs_other_method: { status: 422, message: "This exemption needs another application method." },
  area_too_large: {
    status: 422,
    message: "This exemption is for treated areas under a tenth of an acre, and this field is larger.",
  },
  contradicts_tillage: {
    status: 422,
    message: "No-till and a measure with tillage cannot both be in place. Take one of them back first.",
  },
  contradicts_method: {
    status: 422,
    message: "A broadcast application treats the whole field, so most of it is not left untreated.",
  },
  contradicts_rate: {
    status: 422,
    message: "One pass at this rate already uses more of the label's yearly maximum than this measure leaves.",
  },
  observed_later: { status: 422, message: "The wind cannot have been read later than now. Correct the time." },
  read_later: {
    status: 409,
    message: "Conditions that were read later are on record already. Yours were not put in their place.",
  },
  unknown_reason: { status: 422, message: "There is no such exemption." },
  invalid_shape: {
    status: 422,
    message: "This shape cannot be used. Draw it again, near the field and without crossings.",
  },
  too_many: { status: 422, message: "There are too many drawn areas on this field. Remove one first." },
  already_undone: { status: 409, message: "This change has been taken back already." },
  is_undo: { status: 409, message: "This was an undo. To have the change back, use “Put back” beside it." },
};

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });

/** The sentence of a refusal named in an address; null for any other word. */
export const refusalInWords = (reason: string | undefined): string | null =>
  PORTAL_REFUSALS.flatMap((known) => (known === reason ? [WORDS[known].message] : []))[0] ?? null;

/** `current`: what is saved now, where an edit met something newer. */
export function refusedEdit({ reason, current }: PortalRefusal): Response {
  const { status, message } = WORDS[reason];
  const error = { code: reason.toUpperCase(), message };
  return json(current === undefined ? { error } : { error, current }, status);
}

/** Any other refusal, in the portal's own error body. */
export function portalError(error: ServiceError, { requestId }: { requestId: string }): Response {
  const { code, status, retryable } = PROBLEMS[error.problem];
  const details = error.faults.map(({ path, message }) => ({ path, message }));
  const response = json(
    {
      error: {
        code,
        message: error.message,
        retryable,
        request_id: requestId,
        ...(details.length === 0 ? {} : { details }),
      },
    },
    status,
  );
  response.headers.set("X-Request-ID", requestId);
  if (error.retryAfterS !== null) response.headers.set("Retry-After", String(error.retryAfterS));
  return response;
}

/** A write that no page of ours sent. */
export const foreignPage = (): Response =>
  json({ error: { code: "FOREIGN_PAGE", message: "This request does not come from a page of this service." } }, 403);

export const portalJson = (body: unknown): Response => json(body, 200);
