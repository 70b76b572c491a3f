/**
 * Keeps slow receivers from taking a worker's slots from everything else: at most half of them tell providers something
 * at a time, and no provider is told in two of them. The queue is asked for nothing that has no turn (`forbidden`).
 */
export class WebhookTurns {
  readonly #held = new Set<string>();
  readonly #most: number;

  constructor(slots: number) {
    this.#most = Math.max(1, Math.floor(slots / 2));
  }

  /** Flags of queue entries that are not to be begun now, as `enqueue_webhook` sets them. */
  forbidden(): string[] {
    const providers = [...this.#held].map((providerId) => `webhook:${providerId}`);
    return this.#held.size < this.#most ? providers : [...providers, "webhook"];
  }

  /** Does the work while it holds the provider's turn; false when there is none, as when two slots looked at once. */
  async take(providerId: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#held.has(providerId) || this.#held.size >= this.#most) return false;
    this.#held.add(providerId);
    try {
      await work();
    } finally {
      this.#held.delete(providerId);
    }
    return true;
  }
}
