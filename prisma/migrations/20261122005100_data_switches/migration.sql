-- Switches of reference data that operators ask for in the console. The web process may not switch; the worker does it as
-- the owner of the data. A row is what was asked for, and what came of it.
CREATE TABLE "data_switch" (
  "switch_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "act" TEXT NOT NULL,
  -- What was in force when the operator confirmed; another set by then, and nothing is switched.
  "from_version" TEXT,
  "to_version" TEXT NOT NULL,
  "asked_by" TEXT NOT NULL,
  "operator_id" UUID,
  "request_id" TEXT,
  "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "state" TEXT NOT NULL DEFAULT 'waiting',
  "detail" TEXT,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "data_switch_pkey" PRIMARY KEY ("switch_id"),
  CONSTRAINT "data_switch_act" CHECK ("act" IN ('activate', 'rollback')),
  CONSTRAINT "data_switch_state" CHECK ("state" IN ('waiting', 'running', 'done', 'refused')),
  CONSTRAINT "data_switch_ended" CHECK (("state" IN ('done', 'refused')) = ("ended_at" IS NOT NULL))
);
CREATE INDEX "data_switch_kind_asked_at_idx" ON "data_switch"("kind", "asked_at");
GRANT SELECT ON "data_switch" TO hedgerow_app;

-- The service's role has no right on the table or the queue but this. It names sets that are there, and one switch of a
-- kind at a time; a request that no worker has answered in a quarter of an hour no longer stands in the way.
CREATE FUNCTION ask_for_data_switch(
  id UUID, wanted_kind TEXT, wanted_act TEXT, was TEXT, wanted TEXT, actor TEXT, operator UUID, request TEXT
) RETURNS BOOLEAN
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('hedgerow ask switch ' || wanted_kind));
  IF EXISTS (
    SELECT FROM public.data_switch s
    WHERE s.kind = wanted_kind AND s.state IN ('waiting', 'running') AND s.asked_at > now() - INTERVAL '15 minutes') THEN
    RETURN FALSE;
  END IF;
  INSERT INTO public.data_switch (switch_id, kind, act, from_version, to_version, asked_by, operator_id, request_id)
  SELECT id, d.kind, wanted_act, was, d.version, actor, operator, request
  FROM public.data_set d WHERE d.kind = wanted_kind AND d.version = wanted AND d.state = 'ready';
  IF NOT FOUND THEN
    RETURN FALSE;
  END IF;
  PERFORM graphile_worker.add_job(
    'switch_data', json_build_object('switchId', id), job_key => 'switch_data:' || id::text, max_attempts => 5);
  RETURN TRUE;
END
$$;
REVOKE ALL ON FUNCTION ask_for_data_switch(UUID, TEXT, TEXT, TEXT, TEXT, TEXT, UUID, TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ask_for_data_switch(UUID, TEXT, TEXT, TEXT, TEXT, TEXT, UUID, TEXT) TO hedgerow_app;
