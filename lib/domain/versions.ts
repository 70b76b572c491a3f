/**
 * Raised by each change of the code after which a buffer in the same air may be wider, or the answer to it a stricter one. Planned buffers
 * that were saved below it are computed again before anyone sprays by them. What the tables change is found by the radar.
 */
export const PLACEMENT_RULES = 1;

/** When version 1 of the API ends. Every answer of it says so. */
export const V1_ENDS_AT = new Date("2027-12-31T23:59:59Z");
