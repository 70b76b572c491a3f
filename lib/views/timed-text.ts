/** A sentence with moments in it, which each reader is shown in the time of their own place. */
export type TimedText = readonly (string | TimedPart)[];

export interface TimedPart {
  /** ISO 8601. */
  at: string;
}

export const momentAt = (moment: Date): TimedPart => ({ at: moment.toISOString() });
