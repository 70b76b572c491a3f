/**
 * SQL for why this session of a Citus coordinator, or of its standby, would answer with too few rows of providers, or old ones, and no
 * error; null where it would not, and where no rows are spread.
 */
export const SPREAD_PROBLEM = `
  CASE WHEN NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN NULL
    -- Without the library the tables are plain ones, which have no rows here.
    WHEN current_setting('citus.use_secondary_nodes', true) IS NULL THEN 'it does not load Citus'
    WHEN current_setting('citus.use_secondary_nodes', true) <> 'never'
      THEN 'it reads from servers that may be behind (citus.use_secondary_nodes is not never)'
    -- Who does not say whose rows it wants is shown none.
    WHEN coalesce(current_setting('citus.propagate_set_commands', true), '') <> 'local'
      THEN 'it does not pass on who asks (citus.propagate_set_commands is not local)'
    WHEN pg_is_in_recovery() AND current_setting('citus.writable_standby_coordinator', true) <> 'off'
      THEN 'it writes although it is a standby (citus.writable_standby_coordinator is not off)'
  END`;

/** A server of a spread database that is set up so that it may not be asked. */
export class SpreadProblem extends Error {}
