/**
 * Raised by each change of the code after which a buffer in the same air may be wider, or the answer to it a stricter one in a way that no
 * check shows (below). Planned buffers that were saved below it are computed again before anyone sprays by them. Changes of the table of
 * drift practices count as well: the radar places no buffers.
 */
export const PLACEMENT_RULES = 3;

/**
 * Raised by each change of the code after which a check may ask for more or leave more open than before. The radar then compares what was
 * saved of planned applications with what a check of today finds. What the tables change it finds without.
 */
export const CHECK_RULES = 9;

/** When version 1 of the API ends. Every answer of it says so. */
export const V1_ENDS_AT = new Date("2027-12-31T23:59:59Z");
