import type { Db } from "@/lib/data/db";

/** The most registrations that are counted: made-up numbers must not fill the disk. */
const MOST_COUNTED = 50_000;

export interface UnreadLabel {
  registration: string;
  asked: number;
  lastAskedOn: string;
}

/** Counts one question about each registration. No tenant's data: the number, how often, and the last day. */
export async function countUnreadLabels(db: Db, registrations: readonly string[], day: string): Promise<void> {
  // Sorted, so that two requests never wait for each other's rows in turn.
  const numbers = [...new Set(registrations)].toSorted();
  if (numbers.length === 0) return;
  await db.prisma.$executeRaw`
    INSERT INTO unread_label (registration, asked, last_asked_on)
    SELECT number, 1, ${day}::date FROM unnest(${numbers}::text[]) AS number
    WHERE EXISTS (SELECT FROM unread_label u WHERE u.registration = number)
       OR (SELECT count(*) FROM unread_label) < ${MOST_COUNTED}
    ON CONFLICT (registration) DO UPDATE SET asked = unread_label.asked + 1, last_asked_on = excluded.last_asked_on`;
}

/** The registrations asked about most often, most first. What was entered since they were asked about is among them. */
export async function listUnreadLabels(db: Db, limit: number, skipped = 0): Promise<UnreadLabel[]> {
  const rows = await db.prisma.$queryRaw<{ registration: string; asked: bigint; day: string }[]>`
    SELECT registration, asked, to_char(last_asked_on, 'YYYY-MM-DD') AS day
    FROM unread_label ORDER BY asked DESC, registration LIMIT ${limit} OFFSET ${skipped}`;
  return rows.map(({ registration, asked, day }) => ({ registration, asked: Number(asked), lastAskedOn: day }));
}
