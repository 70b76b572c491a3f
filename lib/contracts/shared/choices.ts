import { z } from "zod";

const told = z.registry<{ meanings: Readonly<Record<string, string>> }>();

/** A closed set of words with a name of its own, each word with what it means: clients get one type, readers one list. */
export const choices = <const Words extends readonly [string, ...string[]]>(
  id: string,
  description: string,
  words: Words,
  meanings: Readonly<Record<Words[number], string>>,
) => {
  const schema = z.enum(words).meta({
    id,
    description: [description, "", ...words.map((word) => `- \`${word}\`: ${meanings[word as Words[number]]}`)].join(
      "\n",
    ),
  });
  told.add(schema, { meanings });
  return schema;
};

/** What each word of such a set means, for who sent another: "high" alone does not say from how many feet on. */
export const meaningsOf = (schema: z.ZodType): Readonly<Record<string, string>> => told.get(schema)?.meanings ?? {};
