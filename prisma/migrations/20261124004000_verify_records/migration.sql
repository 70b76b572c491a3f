-- Which signed record does a hash name? Only who holds the record knows its hash.
SET search_path = public, gis;

GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION find_signed_record(hash TEXT)
RETURNS TABLE (provider_id TEXT, application_event_id UUID)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.provider_id, r.application_event_id FROM application_record r WHERE r.record_hash = hash LIMIT 1
$$;
ALTER FUNCTION find_signed_record(TEXT) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_signed_record(TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_signed_record(TEXT) TO hedgerow_app;
