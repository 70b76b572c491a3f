/** What was read from the server under one name, as a page shows it. Replaced whole with each change. */
export interface Reading<Data> {
  /** Undefined until the first answer. */
  data: Data | undefined;
  /** When the data were read, milliseconds since 1970; 0: never, or they have to be read again. */
  readAt: number;
  /** Why the last reading failed; null: it did not. */
  error: Error | null;
  isReading: boolean;
}

/** What to read, under which name. The same name always stands for the same thing. */
export interface ReadingRequest<Data> {
  name: string;
  read: (signal: AbortSignal) => Promise<Data>;
  /** Data as old as this are read again when the page comes back into view or onto the network. */
  freshMs: number;
  /** Which of two answers stands; without it the later one to come. */
  choose?: (held: Data | undefined, read: Data) => Data;
}

interface Entry {
  reading: Reading<unknown>;
  /** Those that show it, and of them those that want it read. */
  watchers: Map<() => void, { request: ReadingRequest<unknown>; isWanted: boolean }>;
  running: AbortController | null;
}

const NOTHING: Reading<never> = { data: undefined, readAt: 0, error: null, isReading: false };
/** Answers that nothing shows any more: a dial that is turned asks for many. */
const KEPT_UNWATCHED = 20;
const RETRY_MS = 1000;

/** What readings need of the browser; tests give their own. */
export interface ReadingHost {
  now: () => number;
  isOnline: () => boolean;
  /** Resolves after a pause, at once when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * What the parts of a page read from the server, each thing once for all who show it. A small part of what TanStack Query
 * does: that was 7 to 9 kB of the script of every page (docs/decisions/0028).
 */
export class Readings {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly host: ReadingHost) {}

  get(name: string): Reading<unknown> {
    return this.#entries.get(name)?.reading ?? NOTHING;
  }

  /** Calls back with every change, until the function that it gives is called. What is wanted and old is read at once. */
  watch<Data>(request: ReadingRequest<Data>, isWanted: boolean, listener: () => void): () => void {
    const { name } = request;
    const entry = this.#entryOf(name);
    entry.watchers.set(listener, { request: request as ReadingRequest<unknown>, isWanted });
    this.#readIfOld(name, entry);
    return () => {
      entry.watchers.delete(listener);
      if (wantedOf(entry) === null) entry.running?.abort();
      if (entry.watchers.size === 0) this.#forgetOldest();
    };
  }

  /** Puts an answer that came another way in its place. */
  put<Data>(request: Pick<ReadingRequest<Data>, "name" | "choose">, data: Data, readAt: number): void {
    const entry = this.#entryOf(request.name);
    const held = entry.reading.data as Data | undefined;
    const chosen = request.choose === undefined ? data : request.choose(held, data);
    if (chosen === held) return;
    this.#set(entry, { data: chosen, readAt, error: null });
  }

  /** What has such a name is old: it is read again now where someone shows it, else when someone does. */
  outdate(isMeant: (name: string) => boolean): void {
    for (const [name, entry] of this.#entries) {
      if (!isMeant(name)) continue;
      entry.running?.abort();
      entry.running = null;
      entry.reading = { ...entry.reading, readAt: 0, isReading: false };
      this.#readIfOld(name, entry);
    }
  }

  /** Reads again what is old and shown: the page came back into view, or onto the network. */
  refresh(): void {
    for (const [name, entry] of this.#entries) this.#readIfOld(name, entry);
  }

  #entryOf(name: string): Entry {
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const entry: Entry = { reading: NOTHING, watchers: new Map(), running: null };
    this.#entries.set(name, entry);
    return entry;
  }

  #readIfOld(name: string, entry: Entry): void {
    const request = wantedOf(entry);
    if (request === null || entry.running !== null || !this.host.isOnline()) return;
    if (this.host.now() - entry.reading.readAt < request.freshMs) return;
    void this.#read(name, entry, request);
  }

  async #read(name: string, entry: Entry, request: ReadingRequest<unknown>): Promise<void> {
    const running = new AbortController();
    entry.running = running;
    this.#set(entry, { isReading: true, ...(entry.reading.data === undefined ? { error: null } : {}) });
    const found = await this.#readTwice(request, running.signal);
    if (entry.running !== running) return;
    entry.running = null;
    if (running.signal.aborted) this.#set(entry, { isReading: false });
    else if (found instanceof Error) this.#set(entry, { isReading: false, error: found });
    else {
      const data = request.choose?.(entry.reading.data, found.data) ?? found.data;
      this.#set(entry, { isReading: false, error: null, data, readAt: this.host.now() });
    }
    // Someone may have come while the one that was given up was still running.
    if (running.signal.aborted) this.#readIfOld(name, entry);
  }

  /** A reading that fails is tried once more, because a phone loses single requests. */
  async #readTwice({ read }: ReadingRequest<unknown>, signal: AbortSignal): Promise<{ data: unknown } | Error> {
    const once = async (): Promise<{ data: unknown } | Error> =>
      read(signal).then(
        (data) => ({ data }),
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
    const isOver = (): boolean => signal.aborted;
    const first = await once();
    if (!(first instanceof Error) || isOver()) return first;
    await this.host.pause(RETRY_MS, signal);
    return isOver() ? first : once();
  }

  #set(entry: Entry, part: Partial<Reading<unknown>>): void {
    entry.reading = { ...entry.reading, ...part };
    for (const listener of entry.watchers.keys()) listener();
  }

  #forgetOldest(): void {
    const unwatched = [...this.#entries].filter(([, { watchers }]) => watchers.size === 0);
    for (const [name] of unwatched.slice(0, -KEPT_UNWATCHED)) this.#entries.delete(name);
  }
}

const wantedOf = ({ watchers }: Entry): ReadingRequest<unknown> | null =>
  [...watchers.values()].find(({ isWanted }) => isWanted)?.request ?? null;
