-- Answered requests by request id: the id stands beside the answer that is saved anyway, and goes with it.
SET search_path = public, gis;

ALTER TABLE "assessment" ADD COLUMN "request_id" TEXT;
CREATE INDEX "assessment_request_id_idx" ON "assessment"("request_id") WHERE "request_id" IS NOT NULL;

CREATE POLICY definer_finds_answers ON "assessment" FOR SELECT TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
GRANT SELECT ("provider_id", "assessment_id", "calculated_at", "application_event_id", "status", "processing_complete",
              "request_id") ON "assessment" TO hedgerow_definer;

GRANT CREATE ON SCHEMA public TO hedgerow_definer;
-- For the console: a request id alone does not say whose request it was.
CREATE FUNCTION find_answered_requests(wanted_request_id TEXT)
RETURNS TABLE (provider_id TEXT, application_event_id UUID, assessment_id UUID, calculated_at TIMESTAMPTZ, status TEXT,
               processing_complete BOOLEAN)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.provider_id, s.application_event_id, s.assessment_id, s.calculated_at, s.status, s.processing_complete
  FROM assessment s WHERE s.request_id = wanted_request_id
  ORDER BY s.calculated_at DESC LIMIT 50
$$;
ALTER FUNCTION find_answered_requests(TEXT) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_answered_requests(TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_answered_requests(TEXT) TO hedgerow_app;
