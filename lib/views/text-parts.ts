/** A stretch of a text; `isEnglish`: it stands in English whatever the reader's language, and is marked so. */
export interface TextPart {
  text: string;
  isEnglish: boolean;
}

/** A text in its parts: each of `quoted`, where it stands in the text, is one of its own. */
export const partsOf = (text: string, quoted: readonly string[]): TextPart[] =>
  quoted.reduce(parted, [{ text, isEnglish: false }]);

const parted = (parts: readonly TextPart[], quotation: string): TextPart[] =>
  parts.flatMap((part) => {
    const at = part.isEnglish || quotation === "" ? -1 : part.text.indexOf(quotation);
    if (at < 0) return [part];
    const [before, after] = [part.text.slice(0, at), part.text.slice(at + quotation.length)];
    const around = (rest: string): TextPart[] => (rest === "" ? [] : [{ text: rest, isEnglish: false }]);
    return [...around(before), { text: quotation, isEnglish: true }, ...around(after)];
  });
