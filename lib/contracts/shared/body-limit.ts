/** What a route's body may be. Values are lists, objects and their members: they are what a body costs to parse. */
export interface BodyLimit {
  bytes: number;
  values: number;
  /** Of one member of a list at the top, such as one field of a bulk submission. */
  valuesPerItem: number;
}

/**
 * The published 5 MB, and the values of a boundary of 5,000 positions with heights and 100 products: bytes between
 * values cost next to nothing, values cost a parse.
 */
const ONE_CHECK = { bytes: 5_242_880, values: 60_000 };

/** The limit of a route that names no other. */
export const SMALL_BODY: BodyLimit = { ...ONE_CHECK, valuesPerItem: ONE_CHECK.values };

/** Room for 100 checks, each of at most 5,000 positions. */
export const BULK_BODY: BodyLimit = { bytes: 33_554_432, values: 2_500_000, valuesPerItem: ONE_CHECK.values };
