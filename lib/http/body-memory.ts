/** What all bodies of a process may take while they are read and parsed. */
const MOST_BYTES = 268_435_456;

export interface BodyShare {
  /** False when there is no room for so many bytes more. */
  take: (bytes: number) => boolean;
  giveBack: () => void;
}

/** Keeps many large bodies at once from taking the process's memory. */
export class BodyMemory {
  #taken = 0;

  open(): BodyShare {
    let mine = 0;
    return {
      take: (bytes) => {
        if (this.#taken + bytes > MOST_BYTES) return false;
        this.#taken += bytes;
        mine += bytes;
        return true;
      },
      giveBack: () => {
        this.#taken -= mine;
        mine = 0;
      },
    };
  }
}
