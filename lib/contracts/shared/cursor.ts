import { z } from "zod";
import { describedAs } from "@/lib/contracts/shared/described";

const WRONG = "must be next_after of an earlier page of this list, as it stands";
/** The names in it have up to 200 characters each. */
const LONGEST = 4_000;

/**
 * The place in a list behind which a page begins, as `cursorOf` wrote it for the page before: what orders the list, of that page's last
 * entry, beside the list's name. Clients send it back as it stands.
 */
export const queryCursor = <Key>(list: string, key: z.ZodType<Key>) =>
  z
    .string()
    .max(LONGEST, WRONG)
    .transform((text, context): Key => {
      const read = z.tuple([z.literal(list), key]).safeParse(parsed(text));
      if (read.success) return read.data[1];
      context.issues.push({ code: "custom", message: WRONG, input: text });
      return z.NEVER;
    })
    .meta({ override: describedAs({ type: "string", maxLength: LONGEST }) });

/** A name as it was saved. It is not taken apart again, so that the place stays the same; the database knows no NUL. */
export const nameKey = z.string().refine((name) => !name.includes("\0"));

/** A moment as `toISOString` writes it, of a year that the database and the service can have. */
export const momentKey = z.string().refine((text) => /^(?:19[7-9]|2\d\d)\d-/.test(text) && momentText(text) === text);

function momentText(text: string): string | null {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

export const cursorOf = (list: string, key: unknown): string =>
  Buffer.from(JSON.stringify([list, key])).toString("base64url");

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
