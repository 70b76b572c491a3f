import { leavePage } from "@/lib/portal-client/wipe";
import { inPlainWords, type MomentBody } from "@/lib/portal-client/moment";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    unreachable: "Buffers are worked out by the server, which cannot be reached right now.",
    noAnswer: (status: number) => `The server could not answer (${status}). Try again.`,
  },
  es: {
    unreachable: "El servidor calcula las zonas de amortiguamiento, y ahora no se puede alcanzar.",
    noAnswer: (status) => `El servidor no pudo responder (${status}). Intente de nuevo.`,
  },
});

/** What the names of answers of the drift page begin with: they are asked for again when something they rest on is edited. */
export const PREVIEW = "drift-preview/";

/** The server did not answer as asked: its own words, and its code where it gave one. */
export class MomentProblem extends Error {
  constructor(
    message: string,
    readonly code: string | null,
  ) {
    super(message);
    this.name = "MomentProblem";
  }
}

interface Refused {
  error?: { code?: string; message?: string };
}

async function post<Answer>(path: string, body: unknown, signal: AbortSignal): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new MomentProblem(words().unreachable, null);
  }
  // The session is over: the page that comes instead says what to do.
  if (response.status === 401 || response.status === 410) leavePage();
  const answer = (await response.json().catch(() => ({}))) as Answer & Refused;
  if (response.ok) return answer;
  const code = answer.error?.code ?? null;
  const said = answer.error?.message ?? words().noAnswer(response.status);
  throw new MomentProblem((code === null ? null : inPlainWords(code)) ?? said, code);
}

export const sendMoment = async (
  path: string,
  body: MomentBody & { wind_rose: boolean },
  signal: AbortSignal,
): Promise<DriftAnswerView> => (await post<{ answer: DriftAnswerView }>(`${path}/drift-preview`, body, signal)).answer;
