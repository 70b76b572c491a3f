-- Previews that operators ask for in the console: which planned applications a set or rule tables would change. The worker
-- looks; the page shows what it found. Kept for 30 days.
SET search_path = public, gis;

CREATE TABLE "data_preview" (
  "preview_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  -- What was in force when it was asked for, and what would be.
  "from_version" TEXT NOT NULL,
  "to_version" TEXT NOT NULL,
  -- Table files of a release to come, as they were uploaded.
  "tables" JSONB,
  "asked_by" TEXT NOT NULL,
  "operator_id" UUID,
  "request_id" TEXT,
  "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "state" TEXT NOT NULL DEFAULT 'waiting',
  "fields" INTEGER,
  "failed" INTEGER,
  "detail" TEXT,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "data_preview_pkey" PRIMARY KEY ("preview_id"),
  CONSTRAINT "data_preview_kind" CHECK ("kind" IN ('pula', 'catalogue', 'tables') AND ("kind" = 'tables') = ("tables" IS NOT NULL)),
  CONSTRAINT "data_preview_state" CHECK ("state" IN ('waiting', 'running', 'done', 'failed')),
  CONSTRAINT "data_preview_ended" CHECK (("state" IN ('done', 'failed')) = ("ended_at" IS NOT NULL))
);
CREATE INDEX "data_preview_asked_at_idx" ON "data_preview"("asked_at");
GRANT SELECT ON "data_preview" TO hedgerow_app;

CREATE TABLE "data_preview_finding" (
  "provider_id" TEXT NOT NULL,
  "preview_id" UUID NOT NULL,
  "application_event_id" UUID NOT NULL,
  "products" TEXT[] NOT NULL,
  "counties" TEXT[] NOT NULL,
  "finding" JSONB NOT NULL,
  CONSTRAINT "data_preview_finding_pkey" PRIMARY KEY ("preview_id", "provider_id", "application_event_id")
);
ALTER TABLE "data_preview_finding" ADD CONSTRAINT "data_preview_finding_preview_id_fkey"
  FOREIGN KEY ("preview_id") REFERENCES "data_preview"("preview_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "data_preview_finding" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "data_preview_finding" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "data_preview_finding"
  USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_reads_findings ON "data_preview_finding" FOR SELECT TO hedgerow_definer
  USING (current_user = 'hedgerow_definer');
GRANT SELECT, INSERT ON "data_preview_finding" TO hedgerow_app;
GRANT SELECT ON "data_preview_finding" TO hedgerow_definer;

GRANT CREATE ON SCHEMA public TO hedgerow_definer;
-- For the console: what a preview found, of all providers. Null asks for any.
CREATE FUNCTION list_preview_findings(preview UUID, provider TEXT, product TEXT, county TEXT, past INTEGER, most INTEGER)
RETURNS TABLE (finding JSONB, total INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT f.finding, count(*) OVER ()::integer
  FROM data_preview_finding f
  WHERE f.preview_id = preview AND (provider IS NULL OR f.provider_id = provider)
    AND (product IS NULL OR product = ANY(f.products)) AND (county IS NULL OR county = ANY(f.counties))
  ORDER BY f.provider_id, f.finding->>'accountId', f.finding->>'applicationDate', f.application_event_id
  OFFSET past LIMIT most
$$;
ALTER FUNCTION list_preview_findings(UUID, TEXT, TEXT, TEXT, INTEGER, INTEGER) OWNER TO hedgerow_definer;
-- How many applications of each provider, product, county, and pair of statuses. One with two products counts for both.
CREATE FUNCTION count_preview_findings(preview UUID) RETURNS TABLE (dimension TEXT, value TEXT, applications INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH found AS MATERIALIZED (SELECT * FROM data_preview_finding f WHERE f.preview_id = preview)
  SELECT 'provider', provider_id, count(*)::integer FROM found GROUP BY 2
  UNION ALL
  SELECT 'product', product, count(*)::integer
  FROM found, LATERAL (SELECT DISTINCT unnest(products) AS product) AS its GROUP BY 2
  UNION ALL
  SELECT 'county', county, count(*)::integer
  FROM found, LATERAL (SELECT DISTINCT unnest(counties) AS county) AS its GROUP BY 2
  UNION ALL
  SELECT 'status', finding->'change'->>'statusBefore' || ' to ' || (finding->'change'->>'statusAfter'), count(*)::integer
  FROM found GROUP BY 2
  ORDER BY 1, 3 DESC, 2
$$;
ALTER FUNCTION count_preview_findings(UUID) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION list_preview_findings(UUID, TEXT, TEXT, TEXT, INTEGER, INTEGER), count_preview_findings(UUID) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_preview_findings(UUID, TEXT, TEXT, TEXT, INTEGER, INTEGER), count_preview_findings(UUID)
  TO hedgerow_app;

-- The service's role has no right on the queue but this. One preview at a time; one that no worker has answered within a
-- quarter of an hour no longer stands in the way. Those of a month ago go.
CREATE FUNCTION ask_for_data_preview(
  id UUID, wanted_kind TEXT, was TEXT, wanted TEXT, files JSONB, actor TEXT, operator UUID, request TEXT
) RETURNS BOOLEAN
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('hedgerow ask preview'));
  DELETE FROM public.data_preview WHERE asked_at < now() - INTERVAL '30 days';
  IF EXISTS (
    SELECT FROM public.data_preview p
    WHERE p.state IN ('waiting', 'running') AND p.asked_at > now() - INTERVAL '15 minutes') THEN
    RETURN FALSE;
  END IF;
  INSERT INTO public.data_preview (preview_id, kind, from_version, to_version, tables, asked_by, operator_id, request_id)
  VALUES (id, wanted_kind, was, wanted, files, actor, operator, request);
  PERFORM graphile_worker.add_job(
    'preview_data', json_build_object('previewId', id), job_key => 'preview_data:' || id::text, max_attempts => 3);
  RETURN TRUE;
END
$$;
REVOKE ALL ON FUNCTION ask_for_data_preview(UUID, TEXT, TEXT, TEXT, JSONB, TEXT, UUID, TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ask_for_data_preview(UUID, TEXT, TEXT, TEXT, JSONB, TEXT, UUID, TEXT) TO hedgerow_app;
