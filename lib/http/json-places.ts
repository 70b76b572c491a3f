import { visit } from "jsonc-parser";

/** A larger text is not searched again for the place of a fault: that would keep other requests waiting. */
export const MOST_SEARCHED_BYTES = 1_048_576;
const STRICT = { disallowComments: true, allowTrailingComma: false };

/** The parser's codes, in words that complete "at line 3, column 5: ...". */
const SYNTAX: Readonly<Record<number, string>> = {
  1: "JSON has no such word",
  2: "that is no number of JSON",
  3: "a member's name in double quotes is missing",
  4: "a value is missing",
  5: "a colon is missing",
  6: "a comma or a closing bracket is missing",
  7: "a closing brace is missing",
  8: "a closing bracket is missing",
  9: "the text goes on after its end",
  10: "JSON has no comments",
  11: "JSON has no comments",
  12: "a string is not closed",
  13: "a number is cut short",
  14: "that is no Unicode escape",
  15: "that is no escape of JSON",
  16: "a string has a control character that is not escaped",
};

interface TextPosition {
  /** From 1, as editors count. */
  line: number;
  column: number;
}

/** The first thing that keeps a text from being JSON, and where; null where the search finds nothing. */
export function syntaxFault(text: string): (TextPosition & { words: string }) | null {
  const faults: (TextPosition & { words: string })[] = [];
  visit(
    text,
    {
      onError: (code, _offset, _length, line, character) => {
        if (faults.length === 0)
          faults.push({ line: line + 1, column: character + 1, words: SYNTAX[code] ?? "that is not JSON" });
      },
    },
    STRICT,
  );
  return faults[0] ?? null;
}

/** A member whose object has another of the same name before it. */
export interface DuplicateKey extends TextPosition {
  path: (string | number)[];
}

export function duplicateKeys(text: string): DuplicateKey[] {
  const open: Set<string>[] = [];
  const found: DuplicateKey[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name, _offset, _length, line, character, pathOf) => {
        const names = open.at(-1);
        if (names?.has(name) === true) {
          found.push({ path: [...pathOf(), name], line: line + 1, column: character + 1 });
        }
        names?.add(name);
      },
    },
    STRICT,
  );
  return found;
}

/** Members of all objects of a value. A text that has more had some of them twice. */
export function countMembers(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) count += Object.keys(next).length;
    for (const inner of Array.isArray(next) ? next : Object.values(next)) {
      if (typeof inner === "object" && inner !== null) open.push(inner);
    }
  }
  return count;
}
