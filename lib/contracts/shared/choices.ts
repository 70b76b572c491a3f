import { z } from "zod";

/** A closed set of words with a name of its own, each word with what it means: clients get one type, readers one list. */
export const choices = <const Words extends readonly [string, ...string[]]>(
  id: string,
  description: string,
  words: Words,
  meanings: Readonly<Record<Words[number], string>>,
) =>
  z.enum(words).meta({
    id,
    description: [description, "", ...words.map((word) => `- \`${word}\`: ${meanings[word as Words[number]]}`)].join(
      "\n",
    ),
  });
