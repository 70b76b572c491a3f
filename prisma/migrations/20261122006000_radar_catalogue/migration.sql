-- The radar looks at switches of the catalogue as well: labels and the rules made from limitation texts.
SET search_path = public, gis;

ALTER TABLE "radar_run" DROP CONSTRAINT "radar_run_kind";
ALTER TABLE "radar_run" ADD CONSTRAINT "radar_run_kind" CHECK ("kind" IN ('pula', 'catalogue'));

-- Planned applications, of any provider, with the registration numbers as they were sent. A change of labels is known by
-- its numbers and not by its ground, so all of them are read; the caller leaves out those it is not about.
CREATE FUNCTION find_planned_products(from_day DATE)
RETURNS TABLE (provider_id TEXT, field_id UUID, application_event_id UUID, numbers TEXT[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
  SELECT a.provider_id, a.field_id, a.application_event_id,
         ARRAY(SELECT sent->>'epaNumber' FROM jsonb_array_elements(a.products) AS sent
               WHERE sent->>'epaNumber' IS NOT NULL)
  FROM application a JOIN field f USING (provider_id, field_id)
  WHERE a.application_date >= from_day AND a.processing_status = 'completed' AND f.archived_at IS NULL
$$;

-- The radar's own role, whose policies ask nothing; the membership lasts for this transaction.
DO $$
BEGIN
  EXECUTE format('GRANT hedgerow_radar TO %I', current_user);
END
$$;
GRANT CREATE ON SCHEMA public TO hedgerow_radar;
REVOKE ALL ON FUNCTION find_planned_products(DATE) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_planned_products(DATE) TO hedgerow_app;
ALTER FUNCTION find_planned_products(DATE) OWNER TO hedgerow_radar;
REVOKE CREATE ON SCHEMA public FROM hedgerow_radar;
GRANT SELECT ("products") ON "application" TO hedgerow_radar;
DO $$
BEGIN
  EXECUTE format('REVOKE hedgerow_radar FROM %I', current_user);
END
$$;
