/**
 * Whether Citus spreads providers' rows over several servers (`npm run scale:citus`). Some of what a test looks at is not there or is
 * otherwise there, which the test then says: docs/scale.md.
 */
export const isSpread = process.env.DATABASE_SPREAD === "true";
