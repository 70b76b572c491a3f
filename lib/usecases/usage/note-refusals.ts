import { asProvider } from "@/lib/data/db";
import { insertRefusals } from "@/lib/data/refused-requests";
import type { RefusedRequest } from "@/lib/domain/refused-request";
import type { Deps } from "@/lib/runtime/deps";

/** So many refusals of a provider are kept one by one within a minute; what is beyond is counted by route and code. */
const MOST_A_MINUTE = 60;
/** How long refusals are gathered, so that a flood of them is a statement now and then. */
const GATHER_MS = 250;
const LONGEST_MESSAGE = 300;
const MINUTE_MS = 60_000;

interface Gathered {
  minute: number;
  keptThisMinute: number;
  waiting: Map<string, RefusedRequest>;
}

/** The refusals of one process on their way to the database. */
export class RefusalNotes {
  readonly #byProvider = new Map<string, Gathered>();

  /** Notes a refusal beside the request: a failure here is only worth a line in the log. */
  note(deps: Deps, providerId: string, refused: Omit<RefusedRequest, "refusedAt" | "times">): void {
    const refusedAt = deps.clock();
    const gathered = this.#of(providerId, Math.floor(refusedAt.getTime() / MINUTE_MS));
    if (gathered.waiting.size === 0) deps.aside(() => this.#keepSoon(deps, providerId));
    const entry = { ...refused, refusedAt, times: 1, message: refused.message.slice(0, LONGEST_MESSAGE) };
    if (gathered.keptThisMinute < MOST_A_MINUTE) {
      gathered.keptThisMinute += 1;
      gathered.waiting.set(`one ${gathered.keptThisMinute} ${gathered.minute}`, entry);
      return;
    }
    const alike = `many ${entry.route} ${entry.status} ${entry.code}`;
    const times = (gathered.waiting.get(alike)?.times ?? 0) + 1;
    gathered.waiting.set(alike, { ...entry, requestId: null, times });
  }

  #of(providerId: string, minute: number): Gathered {
    const known = this.#byProvider.get(providerId);
    const waiting = known?.waiting ?? new Map<string, RefusedRequest>();
    const gathered = known?.minute === minute ? known : { minute, keptThisMinute: 0, waiting };
    this.#byProvider.set(providerId, gathered);
    return gathered;
  }

  async #keepSoon(deps: Deps, providerId: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const gathered = this.#byProvider.get(providerId);
    if (gathered === undefined) return;
    const refusals = [...gathered.waiting.values()];
    gathered.waiting = new Map();
    await asProvider(deps.db, providerId, (tx) => insertRefusals(tx, providerId, refusals));
  }
}
