import { leavePage } from "@/lib/portal-client/wipe";
import type { MomentBody } from "@/lib/portal-client/moment";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

/** What the names of answers of the drift page begin with: they are asked for again when something they rest on is edited. */
export const PREVIEW = "drift-preview/";

/** The server did not answer as asked: its own words, which may be none, and its code where it gave one. */
export class MomentProblem extends Error {
  constructor(
    message: string,
    readonly code: string | null,
    /** Of the answer; null: there was none. */
    readonly status: number | null,
  ) {
    super(message);
    this.name = "MomentProblem";
  }
}

export type ProblemWords = Pick<DriftPageWords["winds"], "unreachable" | "noAnswer">;

/** Why there is no answer: in the server's own words where it gave any. */
export function problemInWords(error: Error, text: ProblemWords): string {
  if (!(error instanceof MomentProblem) || error.message !== "") return error.message;
  return error.status === null ? text.unreachable : text.noAnswer.join(`${error.status}`);
}

interface Refused {
  error?: { code?: string; message?: string };
}

/** A network that is there and says nothing holds up no one: then the wind can be noted. An answer takes two seconds at worst. */
const LIMIT_MS = 20_000;

async function post<Answer>(path: string, body: unknown, signal: AbortSignal): Promise<Answer> {
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  const timer = setTimeout(stop, LIMIT_MS);
  signal.addEventListener("abort", stop);
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: limit.signal,
    });
    return await answerOf<Answer>(response);
  } catch (error) {
    if (signal.aborted || error instanceof MomentProblem) throw error;
    throw new MomentProblem("", null, null);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  // The session is over: the page that comes instead says what to do.
  if (response.status === 401 || response.status === 410) leavePage();
  // Of an answer that was cut off there is none; a refusal may have no body that can be read.
  const answer = (await (response.ok ? response.json() : response.json().catch(() => ({})))) as Answer & Refused;
  if (response.ok) return answer;
  throw new MomentProblem(answer.error?.message ?? "", answer.error?.code ?? null, response.status);
}

export const sendMoment = async (
  path: string,
  body: MomentBody & { wind_rose: boolean },
  signal: AbortSignal,
): Promise<DriftAnswerView> => (await post<{ answer: DriftAnswerView }>(`${path}/drift-preview`, body, signal)).answer;
