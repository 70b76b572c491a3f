import { nameKey, slips, withoutBlanks } from "@/lib/domain/product-names";

/** Names held ready for the question whether a name that was sent is one of them, mistyped. */
export interface SlipIndex {
  byLength: ReadonlyMap<number, Bucket>;
}

/** Names of one length without their blanks. */
interface Bucket {
  runs: string[];
  /** The letters and digits of each name, so that most names are passed over by one comparison. */
  letters: number[];
  roles: number[];
}

/**
 * A name, its words run together, may be whole, and the beginning of others. The lower half of a role says of how many words it
 * is a beginning, the upper half of how many words it is the whole.
 */
const MOST_WORDS = 15;
const beginningOf = (words: number): number => 1 << words;
const wholeOf = (words: number): number => (1 << (words + 16)) >>> 0;
const ANY_WHOLE = 0xffff_0000;

/** Names of fewer letters are like too much. */
const LEAST_LETTERS = 3;

/** Takes names in, some at a time: of a register's hundreds of thousands all at once would hold up everything else. */
export class SlipIndexBuilder implements SlipIndex {
  readonly byLength = new Map<number, Bucket>();
  private readonly places = new Map<string, number>();

  /**
   * @param least letters that the beginning of a name must have, to be compared by itself: of few names, "Aim" of "Aim EC"
   * can be; of a register, a first word may be anything ("Pro").
   */
  constructor(private readonly least = LEAST_LETTERS) {}

  add(keys: readonly string[]): void {
    for (const key of keys) {
      const words = key.split(" ").slice(0, MOST_WORDS);
      let run = "";
      for (const [index, word] of words.entries()) {
        run += word;
        const isWhole = index === words.length - 1;
        if (isWhole) this.note(run, (wholeOf(words.length) | beginningOf(words.length)) >>> 0);
        else if (run.length >= this.least) this.note(run, beginningOf(index + 1));
      }
    }
  }

  done(): SlipIndex {
    this.places.clear();
    return { byLength: this.byLength };
  }

  private note(run: string, role: number): void {
    if (run.length < LEAST_LETTERS) return;
    const bucket = this.byLength.get(run.length) ?? { runs: [], letters: [], roles: [] };
    const at = this.places.get(run);
    if (at !== undefined) {
      bucket.roles[at] = ((bucket.roles[at] ?? 0) | role) >>> 0;
      return;
    }
    this.byLength.set(run.length, bucket);
    this.places.set(run, bucket.runs.length);
    bucket.runs.push(run);
    bucket.letters.push(lettersOf(run));
    bucket.roles.push(role);
  }
}

/** An index of few names. */
export function slipIndex(names: readonly string[]): SlipIndex {
  const builder = new SlipIndexBuilder();
  builder.add(names.map(nameKey));
  return builder.done();
}

/** One bit a letter; digits share the six that are left. */
function lettersOf(run: string): number {
  let bits = 0;
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at);
    bits |= 1 << (code >= 97 ? code - 97 : 26 + ((code - 48) % 6));
  }
  return bits >>> 0;
}

function bitsIn(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * Whether a name is one of the names, or the beginning of one, but for slips of the keyboard, or begins with one of them: a
 * pesticide that was sent without its number must not pass for something else by a typo, wherever in the name it is. One slip
 * may be in a name of three letters or more, two in one of nine or more; a name of six or more may have its letters in another
 * order, with one of them wrong. Words may be run together or parted.
 */
export function isSlipOfAny(index: SlipIndex, sent: string): boolean {
  const words = nameKey(sent).split(" ").slice(0, MOST_WORDS);
  const run = withoutBlanks(words.join(" "));
  if (hasNear(index, run, { roles: ANY_WHOLE | beginningOf(words.length), parted: true })) return true;
  let beginning = "";
  return words.slice(0, -1).some((word, at) => {
    beginning += word;
    return beginning.length >= LEAST_BEGINNING && hasNear(index, beginning, { roles: wholeOf(at + 1), parted: false });
  });
}

/** Fewer letters at the beginning of what was sent may begin with any short name by chance: "Aim" in "Aims High". */
const LEAST_BEGINNING = 5;
const MOST_SLIPS = 2;

/** @param parted whether names of another number of words count where they end in the same letter: "Round up", not "Round K". */
function hasNear({ byLength }: SlipIndex, run: string, { roles, parted }: { roles: number; parted: boolean }): boolean {
  const letters = lettersOf(run);
  const last = run.charAt(run.length - 1);
  for (let length = run.length - MOST_SLIPS; length <= run.length + MOST_SLIPS; length += 1) {
    const bucket = byLength.get(length);
    if (bucket === undefined) continue;
    const mostApart = 2 * Math.max(1, slips(length));
    for (let at = 0; at < bucket.runs.length; at += 1) {
      if (bitsIn((bucket.letters[at] ?? 0) ^ letters) > mostApart) continue;
      const name = bucket.runs[at] ?? "";
      const isOfRole = ((bucket.roles[at] ?? 0) & roles) !== 0 || (parted && name.endsWith(last));
      if (isOfRole && isNear(run, name)) return true;
    }
  }
  return false;
}

const isNear = (sent: string, own: string): boolean => {
  const most = Math.max(1, slips(own.length));
  return isWithin(sent, own, most) || isScrambled(sent, own);
};

const LEAST_SCRAMBLED = 6;

/** First and last letter stand, and of those between at most one is another: "Raodnup". */
function isScrambled(sent: string, own: string): boolean {
  if (sent.length < LEAST_SCRAMBLED || sent.length !== own.length) return false;
  if (!own.startsWith(sent.charAt(0)) || !own.endsWith(sent.charAt(sent.length - 1))) return false;
  const left = Array.from(own);
  let foreign = 0;
  for (const letter of sent) {
    const at = left.indexOf(letter);
    if (at === -1) foreign += 1;
    else left.splice(at, 1);
  }
  return foreign <= 1;
}

/** Whether one text becomes the other by so many letters inserted, deleted, replaced, or swapped with their neighbor. */
export function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let rows: Rows = { before: [], last: Array.from({ length: b.length + 1 }, (_, column) => column) };
  for (let i = 1; i <= a.length; i += 1) {
    const row = nextRow(a, b, { i, rows });
    if (Math.min(...row) > most && Math.min(...rows.last) > most) return false;
    rows = { before: rows.last, last: row };
  }
  return (rows.last[b.length] ?? Number.POSITIVE_INFINITY) <= most;
}

interface Rows {
  before: number[];
  last: number[];
}

function nextRow(a: string, b: string, { i, rows: { before, last } }: { i: number; rows: Rows }): number[] {
  const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
  const row = [i];
  for (let j = 1; j <= b.length; j += 1) {
    const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swapped = isSwap ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY;
    row.push(Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1, swapped));
  }
  return row;
}

/** Whether one name is the other but for as many slips as the shorter may have: none below five letters. */
export const isSlipOf = (a: string, b: string): boolean => isWithin(a, b, slips(Math.min(a.length, b.length)));
