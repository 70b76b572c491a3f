const FIRST_REST_MS = 5000;
const LONGEST_REST_MS = 300_000;

interface Rest {
  until: number;
  lengthMs: number;
}

/**
 * One lane for each provider: it gets one event at a time, and one whose receiver hangs is left alone for a while, each
 * time twice as long. So a slow receiver costs one of the worker's lanes, and one that hangs next to none.
 */
export class WebhookTurns {
  readonly #held = new Set<string>();
  readonly #resting = new Map<string, Rest>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Flags of queue entries that are not to be begun now, as `enqueue_webhook` sets them. */
  forbidden(): string[] {
    const resting = [...this.#resting].filter(([, { until }]) => until > this.#now()).map(([providerId]) => providerId);
    return [...new Set([...this.#held, ...resting])].map((providerId) => `webhook:${providerId}`);
  }

  /**
   * Does the work while it holds the provider's turn; false when there is none, as when two lanes looked at once. The
   * work says whether the receiver hung.
   */
  async take(providerId: string, work: () => Promise<{ hung: boolean }>): Promise<boolean> {
    const rest = this.#resting.get(providerId);
    if (this.#held.has(providerId) || (rest !== undefined && rest.until > this.#now())) return false;
    this.#held.add(providerId);
    try {
      const { hung } = await work();
      if (hung) this.#rest(providerId, rest);
      else this.#resting.delete(providerId);
    } finally {
      this.#held.delete(providerId);
    }
    return true;
  }

  #rest(providerId: string, before: Rest | undefined): void {
    const lengthMs = before === undefined ? FIRST_REST_MS : Math.min(LONGEST_REST_MS, 2 * before.lengthMs);
    this.#resting.set(providerId, { until: this.#now() + lengthMs, lengthMs });
  }
}
