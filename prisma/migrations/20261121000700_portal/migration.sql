-- The mitigation portal: how a provider's pages look, which sessions were ended, which limitation texts were read.
SET search_path = public, gis;

-- The logo is kept here and served from our own address: pages load nothing from anyone else's.
ALTER TABLE "provider" ADD COLUMN "brand_name" TEXT;
ALTER TABLE "provider" ADD COLUMN "brand_accent" TEXT;
ALTER TABLE "provider" ADD COLUMN "brand_logo" BYTEA;
ALTER TABLE "provider" ADD COLUMN "brand_logo_type" TEXT;
ALTER TABLE "provider" ADD COLUMN "brand_logo_hash" TEXT;
ALTER TABLE "provider"
  ADD CONSTRAINT "provider_brand_accent" CHECK ("brand_accent" ~ '^#[0-9a-f]{6}$'),
  ADD CONSTRAINT "provider_brand_logo" CHECK (
    num_nonnulls("brand_logo", "brand_logo_type", "brand_logo_hash") IN (0, 3)
    AND ("brand_logo" IS NULL OR octet_length("brand_logo") BETWEEN 1 AND 131072)
    AND ("brand_logo_type" IS NULL OR "brand_logo_type" IN ('image/png', 'image/jpeg', 'image/webp')));

-- Sessions that were signed out of before their time. A session is its cookie and has no row; this refuses a copy of it.
CREATE TABLE "portal_grant_end" (
  "provider_id" TEXT NOT NULL,
  "grant_id" UUID NOT NULL,
  "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "forget_after" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "portal_grant_end_pkey" PRIMARY KEY ("provider_id", "grant_id")
);
CREATE INDEX "portal_grant_end_forget_after_idx" ON "portal_grant_end"("forget_after");

-- That somebody has read a limitation. Tied to the text that was read: another text has not been.
CREATE TABLE "limitation_review" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "product" TEXT NOT NULL,
  "pula_id" INTEGER NOT NULL,
  "limitation_id" INTEGER NOT NULL,
  "text_hash" TEXT NOT NULL,
  "reviewed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "limitation_review_pkey"
    PRIMARY KEY ("provider_id", "application_event_id", "product", "pula_id", "limitation_id")
);
ALTER TABLE "limitation_review" ADD CONSTRAINT "limitation_review_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['portal_grant_end', 'limitation_review'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY provider_isolation ON %I USING (provider_id = current_setting(''hedgerow.provider_id'', true))
       WITH CHECK (provider_id = current_setting(''hedgerow.provider_id'', true))', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT ON "portal_grant_end" TO hedgerow_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "limitation_review" TO hedgerow_app;

CREATE POLICY definer_finds_members ON "application" FOR SELECT TO hedgerow_definer USING (true);
CREATE POLICY definer_purges_ends ON "portal_grant_end" TO hedgerow_definer USING (true);
GRANT SELECT ("provider_id", "field_id", "account_id", "provider_group_id") ON "application" TO hedgerow_definer;
GRANT SELECT, DELETE ON "portal_grant_end" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- What a session is held against at every request, in one look. The session's own seal proves the right to ask. The
-- members of `field_*` are null where no field was asked for or the provider has no such field; `in_group` says whether
-- the field has an application in the group, and is null without a group.
CREATE FUNCTION find_portal_session(
  provider TEXT, session_grant UUID, asked_field UUID, asked_account TEXT, asked_group TEXT)
RETURNS TABLE (
  name TEXT, brand_accent TEXT, brand_logo_hash TEXT, portal_enabled BOOLEAN, link_generation INTEGER, is_ended BOOLEAN,
  field_id UUID, account_id TEXT, portal_expires_at TIMESTAMPTZ, archived_at TIMESTAMPTZ, in_group BOOLEAN)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
  SELECT coalesce(p.brand_name, p.name), p.brand_accent, p.brand_logo_hash, p.portal_enabled, p.link_generation,
         EXISTS (SELECT FROM portal_grant_end e WHERE e.provider_id = provider AND e.grant_id = session_grant),
         f.field_id, f.account_id, f.portal_expires_at, f.archived_at,
         CASE WHEN asked_group IS NOT NULL THEN EXISTS (
           SELECT FROM application a
           WHERE a.provider_id = provider AND a.field_id = f.field_id AND a.account_id = asked_account
             AND a.provider_group_id = asked_group) END
  FROM provider p LEFT JOIN field f ON f.provider_id = p.provider_id AND f.field_id = asked_field
  WHERE p.provider_id = provider
$$;
ALTER FUNCTION find_portal_session(TEXT, UUID, UUID, TEXT, TEXT) OWNER TO hedgerow_definer;

-- Ended sessions whose cookies are past their own time need not be remembered.
CREATE FUNCTION purge_portal_grant_ends() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM portal_grant_end WHERE forget_after < now() RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_portal_grant_ends() OWNER TO hedgerow_definer;

REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_portal_session(TEXT, UUID, UUID, TEXT, TEXT), purge_portal_grant_ends() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_portal_session(TEXT, UUID, UUID, TEXT, TEXT), purge_portal_grant_ends()
  TO hedgerow_app;
