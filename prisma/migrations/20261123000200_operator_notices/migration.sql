-- Every process hears at once of what an operator changed, so that a revoked key or a switched data set does not go on
-- in what it keeps in memory. The log has a row for each such change; the notice goes out with its transaction.
SET search_path = public, gis;

CREATE FUNCTION tell_operator_action() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('hedgerow_action', NEW.object_kind);
  RETURN NULL;
END
$$;
CREATE TRIGGER operator_audit_tells AFTER INSERT ON "operator_audit"
  FOR EACH ROW EXECUTE FUNCTION tell_operator_action();
