import type { EditSaved } from "@/lib/contracts/portal/edits";
import type { PortalEdit, SelectionText } from "@/lib/domain/portal-edit";
import type { ConditionsNote } from "@/lib/portal-client/moment";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { notTaken: "The server did not take this change." },
  es: { notTaken: "El servidor no aceptó este cambio." },
});

/** What waits on a device to be saved. */
export type QueuedBody = PortalEdit | ConditionsNote;

/** What an edit was of, once it is saved or refused. */
export type EndedEdit = Pick<QueuedBody, "fieldId" | "kind">;

/** What stands in the record of an application changes no answer. */
export const isOfRecord = ({ kind }: Pick<EndedEdit, "kind">): boolean => kind.startsWith("record_");

/** An edit on its way to the server, as it is kept in the browser. */
export interface QueuedEdit {
  /** Order of making. */
  seq: number;
  /** Names the edit to the server, which makes it once; left out by an earlier version. */
  key?: string;
  item: string;
  /** What is edited, for people: the measure's name. */
  label: string;
  /** The field's name, for people. */
  where: string;
  body: QueuedBody;
  /** It was sent at least once, and may be saved although no answer came. */
  isTried: boolean;
  /** `YYYY-MM-DDTHH:MM:SSZ`, by this device's clock. */
  madeAt: string;
}

/** An edit that the server refused; it stays until the person who made it has seen to it. */
export interface RefusedEdit extends QueuedEdit {
  reason: { code: string; message: string };
}

/** What the server's answer means for the edit that was sent. */
export type Verdict =
  | { kind: "saved"; answer: EditAnswer }
  | { kind: "refused"; reason: { code: string; message: string }; current: unknown }
  | { kind: "retry"; afterMs: number | null }
  | { kind: "ended" };

/** The members of an answer that the queue itself reads. */
export type EditAnswer = Pick<EditSaved, "changeId" | "savedAt"> & Partial<Pick<EditSaved, "revision" | "live">>;

/**
 * Reads an answer. 401 and 410 end the session; a conflict, a lock or a fault of the edit refuses it for good; all else
 * may pass and is tried again, as is what the server itself calls worth another attempt.
 */
export function judge(status: number, body: unknown, retryAfterS: number | null): Verdict {
  if (status === 401 || status === 410) return { kind: "ended" };
  if (status === 200 && isAnswer(body)) return { kind: "saved", answer: body };
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429 && !isRetryable(body);
  if (!isFinal) return { kind: "retry", afterMs: retryAfterS === null ? null : retryAfterS * 1000 };
  return { kind: "refused", reason: reasonOf(status, body), current: isObject(body) ? body.current : undefined };
}

const isRetryable = (body: unknown): boolean => isObject(body) && isObject(body.error) && body.error.retryable === true;

function reasonOf(status: number, body: unknown): { code: string; message: string } {
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  return {
    code: typeof error.code === "string" ? error.code : `HTTP_${status}`,
    message: typeof error.message === "string" ? error.message : words().notTaken,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isAnswer = (body: unknown): body is EditAnswer => isObject(body) && "changeId" in body && "savedAt" in body;

/** How long to wait before the next attempt, milliseconds: doubling from one second, at most half a minute. */
export const backoffMs = (attempt: number): number => Math.min(1000 * 2 ** Math.max(0, attempt - 1), 30_000);

/**
 * A further edit of an item of which one waits already: both become one, with what the first was based on and what the
 * last wants. Null: together they change nothing. Undefined: they do not become one.
 */
export function merged(waiting: QueuedBody, next: QueuedBody): QueuedBody | null | undefined {
  if (waiting.kind === "selection" && next.kind === "selection") {
    return isSameText(waiting.base, next.selection) ? null : { ...next, base: waiting.base };
  }
  if (waiting.kind === "exemption" && next.kind === "exemption") {
    return { ...next, baseAnsweredAt: waiting.baseAnsweredAt };
  }
  if (waiting.kind === "drawn_feature" && next.kind === "drawn_feature") {
    return waiting.base === null && next.drawing === null ? null : { ...next, base: waiting.base };
  }
  return undefined;
}

const isSameText = (a: SelectionText | null, b: SelectionText | null): boolean =>
  a === null || b === null ? a === b : a.implementationDate === b.implementationDate && a.notes === b.notes;

/** What an answer tells about the state that later edits were made on. */
export interface Acknowledged {
  sent: QueuedBody;
  /** The revision of the field and year as this browser knew it when it sent the edit. */
  revisionBefore: number | null;
  revisionAfter: number | null;
  answeredAt: string | null;
}

/**
 * An edit that was made on top of an earlier one, brought onto what that one led to. Where someone else's change came
 * between, the edit keeps the state it was made on, and the server says so.
 */
export function rebased(body: QueuedBody, done: Acknowledged): QueuedBody {
  if (body.kind === "exemption" && done.sent.kind === "exemption") {
    const isSame = body.applicationEventId === done.sent.applicationEventId;
    return isSame && done.answeredAt !== null ? { ...body, baseAnsweredAt: done.answeredAt } : body;
  }
  if (body.kind !== "advice") return body;
  const isOwnStep =
    done.revisionBefore === body.baseRevision &&
    done.revisionAfter === done.revisionBefore + 1 &&
    body.fieldId === done.sent.fieldId &&
    body.year === done.sent.year;
  return isOwnStep && done.revisionAfter !== null ? { ...body, baseRevision: done.revisionAfter } : body;
}

/**
 * An edit of the same item that waited behind a refused one goes with it: the newest text is kept, the rest is in it. One that does not
 * hold the rest is of the moment it was made itself.
 */
export function withNewest(refused: QueuedEdit, behind: readonly QueuedEdit[]): QueuedEdit {
  return behind.reduce<QueuedEdit>((kept, next) => {
    const body = merged(kept.body, next.body);
    const { madeAt } = body === undefined ? next : kept;
    return { ...kept, label: next.label, body: body ?? next.body, madeAt };
  }, refused);
}

export type EditState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; at: string }
  | { kind: "retrying" }
  | { kind: "waiting" }
  | { kind: "stuck" }
  | { kind: "refused"; code: string; message: string };

/** The state of an item as its page shows it. */
export function stateOf(
  item: string,
  {
    queued,
    refused,
    saved,
    isOnline,
    isFailing,
    isStuck,
  }: {
    queued: readonly QueuedEdit[];
    refused: readonly RefusedEdit[];
    saved: ReadonlyMap<string, string>;
    isOnline: boolean;
    isFailing: boolean;
    isStuck: boolean;
  },
): EditState {
  if (queued.some((edit) => edit.item === item)) {
    if (!isOnline) return { kind: "waiting" };
    if (isStuck) return { kind: "stuck" };
    return { kind: isFailing ? "retrying" : "saving" };
  }
  const against = refused.find((edit) => edit.item === item);
  if (against !== undefined) return { kind: "refused", ...against.reason };
  const at = saved.get(item);
  return at === undefined ? { kind: "idle" } : { kind: "saved", at };
}
