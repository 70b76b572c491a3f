-- The day at the field on which an application was made, by the start of its record: the records of a year are found by it. Null: no
-- start is written down, and the application's own date counts.
SET search_path = public, gis;

ALTER TABLE application_record ADD COLUMN applied_on DATE;
GRANT UPDATE (applied_on) ON application_record TO hedgerow_app;

-- Of records there are: the day in the time that stands, as it was sent. Row-level security binds the owner too, and this is of all providers.
ALTER TABLE application_record NO FORCE ROW LEVEL SECURITY;
ALTER TABLE record_entry NO FORCE ROW LEVEL SECURITY;
UPDATE application_record r SET applied_on = started.day
FROM (
  SELECT DISTINCT ON (e.provider_id, e.application_event_id)
         e.provider_id, e.application_event_id, left(e.statement->>'readAt', 10)::date AS day
  FROM record_entry e
  WHERE e.statement->>'kind' = 'reading' AND e.statement->>'moment' = 'start' AND NOT e.is_addition
    AND NOT EXISTS (
      SELECT FROM record_entry later
      WHERE later.provider_id = e.provider_id AND later.application_event_id = e.application_event_id
        AND later.replaces = e.entry_id AND NOT later.is_addition)
  ORDER BY e.provider_id, e.application_event_id, e.place DESC
) started
WHERE r.provider_id = started.provider_id AND r.application_event_id = started.application_event_id;
ALTER TABLE record_entry FORCE ROW LEVEL SECURITY;
ALTER TABLE application_record FORCE ROW LEVEL SECURITY;
