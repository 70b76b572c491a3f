-- Of fields whose marks went before that was noted, when is not known: their buffers are worked out again. Marks that someone put there and
-- did not take back, of which none are left, went with a boundary; where no buffer lies on that boundary, nothing can come back with it.
-- Provider by provider: row-level security binds the owner too, and to lift it would hold the tables until the end. SET LOCAL, which alone
-- reaches the workers of Citus.
SET search_path = public, gis;

DO $$
DECLARE
  one TEXT;
BEGIN
  FOR one IN SELECT p.provider_id FROM list_providers() p LOOP
    EXECUTE format('SET LOCAL hedgerow.provider_id = %L', one);
    UPDATE field f SET slopes_cleared_at = now()
    FROM (
      SELECT DISTINCT ON (c.field_id) c.provider_id, c.field_id, c.after
      FROM change_event c
      WHERE c.provider_id = one AND c.kind = 'downslope'
      ORDER BY c.field_id, c.change_id DESC
    ) last_mark
    WHERE f.provider_id = one AND f.provider_id = last_mark.provider_id AND f.field_id = last_mark.field_id
      AND f.slopes_cleared_at IS NULL AND jsonb_typeof(last_mark.after) = 'object'
      AND NOT EXISTS (SELECT FROM downslope_mark m WHERE m.provider_id = one AND m.field_id = f.field_id)
      AND EXISTS (
        SELECT FROM application a
        JOIN drift_placement d ON d.provider_id = one AND d.application_event_id = a.application_event_id
        WHERE a.provider_id = one AND a.field_id = f.field_id AND d.boundary_hash = last_mark.after->>'boundaryHash');
  END LOOP;
  SET LOCAL hedgerow.provider_id = '';
END
$$;
