/** Stands on every page and in every answer of a tool that shows a result. */
export const STANDING_LINE = "A result of this service is never a clearance to apply.";
