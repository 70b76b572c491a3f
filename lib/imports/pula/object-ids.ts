import { createHash } from "node:crypto";
import type { NewPulaFeature } from "@/lib/data/imports/pulas";

/**
 * Object ids as the source gives them. A feature without one, or with one that something else has, is known by its
 * place in the source, below zero so that it meets no id of the source's; the same feature twice is taken once. One that says
 * something else of the same ground (further codes, a later expiry) is another feature: all of what they say has to count.
 */
export class ObjectIds {
  repeated = 0;
  renumbered = 0;
  private readonly contentOf = new Map<number, string>();

  take(given: number | null, number: number, content: Omit<NewPulaFeature, "objectId">): number | null {
    if (given === null) return -number;
    const hash = createHash("sha256").update(JSON.stringify(content)).digest("base64url");
    const known = this.contentOf.get(given);
    if (known === undefined) {
      this.contentOf.set(given, hash);
      return given;
    }
    if (known === hash) {
      this.repeated += 1;
      return null;
    }
    this.renumbered += 1;
    return -number;
  }
}
