/** What `Headers` reads, from headers as Node has them: names in small letters, and most of what came twice joined. */
class SentHeaders {
  #sent;

  constructor(sent) {
    this.#sent = sent;
  }

  get(name) {
    const value = this.has(name) ? this.#sent[name.toLowerCase()] : null;
    return Array.isArray(value) ? value.join(", ") : value;
  }

  has(name) {
    return Object.hasOwn(this.#sent, name.toLowerCase());
  }
}

/**
 * A request as handlers of the API read it (`ApiRequest` of lib/http/api/request.ts). A `Request` makes a URL, headers, a
 * stream and a signal that follows another before anyone asked for one: a good part of what a refusal costs.
 */
export class LaneRequest {
  /** @type {import("node:http").IncomingMessage} */
  #incoming;
  #outgoing;
  /** @type {AbortController | null} */
  #gone = null;

  constructor(incoming, outgoing) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method;
    this.headers = new SentHeaders(incoming.headers);
  }

  /** Its host stands for none: no handler reads it. */
  get url() {
    return `http://localhost${this.#incoming.url}`;
  }

  /** As `Request` has it: none for GET and HEAD. */
  get body() {
    return this.method === "GET" || this.method === "HEAD" ? null : this.#incoming;
  }

  get signal() {
    if (this.#gone === null) {
      const gone = new AbortController();
      const outgoing = this.#outgoing;
      // After the end of an answer the close of its connection is no client that leaves.
      const leave = () => outgoing.writableFinished || gone.abort();
      if (outgoing.destroyed) leave();
      else outgoing.once("close", leave);
      this.#gone = gone;
    }
    return this.#gone.signal;
  }
}
