/** When the air is read: at the start, at every refill of the tank, and at the end. */
export const READING_MOMENTS = ["start", "refill", "end"] as const;
export type ReadingMoment = (typeof READING_MOMENTS)[number];

/** How far the record of an application is: something is written into it, or its applicator has signed it. */
export type RecordState = "begun" | "signed";

/** Whether the product was applied before or after the crop came up. */
export const RECORD_TIMINGS = ["preemergence", "postemergence"] as const;
export type RecordTiming = (typeof RECORD_TIMINGS)[number];
