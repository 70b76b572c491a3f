-- What compliance retrieval reads and the portal will write: the ground a field's credits rest on, why a target is
-- unresolved, the revision of a field-year's selections, and the history of every change.
SET search_path = public, gis;

-- {soil, derivedSubOptionIds, hasUnresolvedCounty}: as the last check or process-field found it.
ALTER TABLE "field" ADD COLUMN "ground" JSONB;

-- Codes that stand beside the saved target, such as an unresolved number or an unconfirmed programme.
ALTER TABLE "requirement" ADD COLUMN "target_issues" TEXT[];

-- One row a field and year: what a portal edit is held against.
CREATE TABLE "field_year" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "year" INTEGER NOT NULL,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "field_year_pkey" PRIMARY KEY ("provider_id", "field_id", "year")
);
ALTER TABLE "field_year" ADD CONSTRAINT "field_year_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- Every change of a selection or an exemption: by whom, when, from what to what. Never updated but for the mark of
-- having been undone.
CREATE TABLE "change_event" (
  "provider_id" TEXT NOT NULL,
  "change_id" UUID NOT NULL,
  "field_id" UUID NOT NULL,
  "application_event_id" UUID,
  "year" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "before" JSONB,
  "after" JSONB,
  "undone_at" TIMESTAMPTZ(3),
  CONSTRAINT "change_event_pkey" PRIMARY KEY ("provider_id", "change_id"),
  CONSTRAINT "change_event_kind" CHECK ("kind" IN ('selection', 'exemption'))
);
CREATE INDEX "change_event_provider_id_field_id_year_change_id_idx"
  ON "change_event"("provider_id", "field_id", "year", "change_id");

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['field_year', 'change_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY provider_isolation ON %I USING (provider_id = current_setting(''hedgerow.provider_id'', true))
       WITH CHECK (provider_id = current_setting(''hedgerow.provider_id'', true))', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON "field_year", "change_event" TO hedgerow_app;

-- How long a link of `portal-access` lives when the caller does not say.
ALTER TABLE "provider" ADD COLUMN "portal_access_ttl_s" INTEGER NOT NULL DEFAULT 3600;

GRANT CREATE ON SCHEMA public TO hedgerow_definer;
DROP FUNCTION find_api_key(BYTEA);
CREATE FUNCTION find_api_key(hash BYTEA)
RETURNS TABLE (
  provider_id TEXT, key_id UUID, environment TEXT, expires_at TIMESTAMPTZ, revoked_at TIMESTAMPTZ,
  provider_name TEXT, portal_mode TEXT, portal_enabled BOOLEAN, portal_link_ttl_s INTEGER,
  portal_access_ttl_s INTEGER, link_generation INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.provider_id, k.key_id, k.environment, k.expires_at, k.revoked_at,
         p.name, p.portal_mode, p.portal_enabled, p.portal_link_ttl_s, p.portal_access_ttl_s, p.link_generation
  FROM api_key k JOIN provider p USING (provider_id)
  WHERE k.key_hash = hash
$$;
ALTER FUNCTION find_api_key(BYTEA) OWNER TO hedgerow_definer;
REVOKE ALL ON FUNCTION find_api_key(BYTEA) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_api_key(BYTEA) TO hedgerow_app;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;

-- `npm run serve` asks whether every migration was applied, as the service's own role.
GRANT SELECT ON "_prisma_migrations" TO hedgerow_app;
