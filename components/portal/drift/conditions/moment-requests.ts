import type { MomentBody } from "@/components/portal/drift/conditions/conditions";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { DriftAnswerView } from "@/lib/views/portal/drift";

/** Answers of the drift page in the query cache; they are asked for again when something they rest on is edited. */
export const PREVIEW_KEY = ["drift-preview"] as const;

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

/** What the API says to programs, for people. */
const PLAIN_WORDS: Partial<Record<string, string>> = {
  INVALID_APPLICATION: "Your farm software has to check this application again before buffers can be worked out.",
  APPLICATION_NOT_FOUND: "This application is not here any more. Load the page again.",
  NO_FIELD_GEOMETRY: "This field has no boundary. A new check in your farm software brings it.",
  UNSUPPORTED_APPLICATION_METHOD:
    "The method this application was checked with is not known any more. Choose one above.",
  PROCESSING_CONFLICT: "Your farm software is working on this field right now. Try again in a moment.",
};

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
    throw new MomentProblem("Buffers are worked out by the server, which cannot be reached right now.", null);
  }
  // The session is over: the page that comes instead says what to do.
  if (response.status === 401 || response.status === 410) location.reload();
  const answer = (await response.json().catch(() => ({}))) as Answer & Refused;
  if (response.ok) return answer;
  const code = answer.error?.code ?? null;
  const said = answer.error?.message ?? `The server could not answer (${response.status}). Try again.`;
  throw new MomentProblem((code === null ? undefined : PLAIN_WORDS[code]) ?? said, code);
}

export const sendMoment = async (
  path: string,
  body: MomentBody & { wind_rose: boolean },
  signal: AbortSignal,
): Promise<DriftAnswerView> => (await post<{ answer: DriftAnswerView }>(`${path}/drift-preview`, body, signal)).answer;

interface UsedConditions {
  saved_at: string;
  status: OverallStatus;
}

/** A computation of a very large field takes seconds; past this it has failed. */
const SAVE_TIMEOUT_MS = 60_000;

export const saveMoment = (
  path: string,
  body: MomentBody & { wind_rose: boolean; basis: string; observed_at?: string },
): Promise<UsedConditions> =>
  post<UsedConditions>(`${path}/drift-conditions`, body, AbortSignal.timeout(SAVE_TIMEOUT_MS));
