/** A control character, which no text of a rule has. */
export const BETWEEN = "\u001f";

/** Gives each different thing a place, in the order in which they come; things of one name are alike. */
export class Places<Thing> {
  readonly things: Thing[] = [];
  readonly #places = new Map<string, number>();

  of(name: string, thing: Thing): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.things.length);
    return this.things.push(thing) - 1;
  }
}

/** The thing of a place. Throws where there is none: an answer is never made of a part that could be read. */
export function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError("a saved assessment names a place that is not there");
  return found;
}
