-- The house: roles, providers and keys, fields and applications with row-level security, assessments
-- partitioned by month, and the versioned reference data (PULAs, limitations, counties, catalogue).
--
-- Kept in line with prisma/schema.prisma; `npm run db:drift` compares the two.

CREATE SCHEMA IF NOT EXISTS gis;
CREATE EXTENSION IF NOT EXISTS postgis SCHEMA gis;
-- Partitions live apart from `public`, so that tools that read the schema see one assessment table.
CREATE SCHEMA IF NOT EXISTS partitions;

-- The application works as hedgerow_app, which owns nothing and cannot bypass row-level security.
-- hedgerow_definer owns the few functions that must run before a provider is known (docs/security.md).
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_app') THEN
    CREATE ROLE hedgerow_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_definer') THEN
    CREATE ROLE hedgerow_definer NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT hedgerow_app, hedgerow_definer TO %I', current_user);
  EXECUTE format('ALTER DATABASE %I SET search_path = public, gis', current_database());
  ALTER ROLE hedgerow_app SET search_path = public, gis;
  ALTER ROLE hedgerow_app SET statement_timeout = '30s';
END
$$;
GRANT USAGE ON SCHEMA public, gis TO hedgerow_app, hedgerow_definer;
SET search_path = public, gis;

-- Marks of this installation, such as "this database holds the demonstration".
CREATE TABLE "installation_mark" (
  "mark" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "installation_mark_pkey" PRIMARY KEY ("mark")
);

-- Providers and their keys -----------------------------------------------------------------------

CREATE TABLE "provider" (
  "provider_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "portal_mode" TEXT NOT NULL DEFAULT 'signed_link',
  "portal_enabled" BOOLEAN NOT NULL DEFAULT true,
  "portal_link_ttl_s" INTEGER NOT NULL DEFAULT 2592000,
  "link_generation" INTEGER NOT NULL DEFAULT 1,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "provider_pkey" PRIMARY KEY ("provider_id"),
  -- The id goes into SET LOCAL as a literal, so it is held to harmless characters here as well as there.
  CONSTRAINT "provider_id_plain" CHECK ("provider_id" ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'),
  CONSTRAINT "provider_portal_mode" CHECK ("portal_mode" IN ('signed_link', 'token'))
);

CREATE TABLE "api_key" (
  "provider_id" TEXT NOT NULL,
  "key_id" UUID NOT NULL,
  "environment" TEXT NOT NULL,
  "prefix" TEXT NOT NULL,
  "key_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "api_key_pkey" PRIMARY KEY ("provider_id", "key_id"),
  CONSTRAINT "api_key_environment" CHECK ("environment" IN ('live', 'test'))
);
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");

-- Fields and applications ------------------------------------------------------------------------

CREATE TABLE "field" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "account_id" TEXT NOT NULL,
  "provider_field_id" TEXT NOT NULL,
  "field_name" TEXT NOT NULL,
  "boundary" geometry(MultiPolygon, 4326),
  "boundary_hash" TEXT,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "portal_expires_at" TIMESTAMPTZ(3),
  "archived_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "field_pkey" PRIMARY KEY ("provider_id", "field_id")
);
-- Identity is a plain index guarded by claims: restoring an archived field may make two live rows.
CREATE INDEX "field_provider_id_provider_field_id_idx" ON "field"("provider_id", "provider_field_id");
CREATE INDEX "field_boundary_idx" ON "field" USING GIST ("boundary");

CREATE TABLE "application" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "field_id" UUID NOT NULL,
  "account_id" TEXT NOT NULL,
  "application_id" TEXT NOT NULL,
  "provider_group_id" TEXT,
  "application_date" DATE NOT NULL,
  "application_method" TEXT NOT NULL,
  "products" JSONB NOT NULL,
  "crop" TEXT[],
  "pest" TEXT[],
  "gpa" DOUBLE PRECISION,
  "droplet_size" TEXT,
  "boom_height" TEXT,
  "user_email" TEXT,
  "processing_status" TEXT NOT NULL,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "boundary_hash" TEXT NOT NULL,
  "portal_locked_at" TIMESTAMPTZ(3),
  "last_assessment_id" UUID,
  "last_assessed_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "application_pkey" PRIMARY KEY ("provider_id", "application_event_id"),
  CONSTRAINT "application_processing_status" CHECK ("processing_status" IN ('pending', 'completed', 'failed'))
);
CREATE INDEX "application_provider_id_account_id_application_id_idx"
  ON "application"("provider_id", "account_id", "application_id");
CREATE INDEX "application_provider_id_field_id_idx" ON "application"("provider_id", "field_id");
CREATE INDEX "application_group_idx"
  ON "application"("provider_id", "account_id", "provider_group_id", "application_event_id");
ALTER TABLE "application" ADD CONSTRAINT "application_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "requirement" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "mitigation_type" TEXT NOT NULL,
  "required" BOOLEAN NOT NULL,
  "required_points" INTEGER,
  "exemption_evaluated_at" TIMESTAMPTZ(3),
  "exemption_reasons" JSONB,
  "drift_configuration" JSONB,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "requirement_pkey" PRIMARY KEY ("provider_id", "application_event_id", "mitigation_type")
);
ALTER TABLE "requirement" ADD CONSTRAINT "requirement_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "measure_selection" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "year" INTEGER NOT NULL,
  "system" TEXT NOT NULL,
  "sub_option_id" INTEGER NOT NULL,
  "source" TEXT NOT NULL,
  "implementation_date" DATE,
  "notes" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "measure_selection_pkey" PRIMARY KEY ("provider_id", "field_id", "year", "system", "sub_option_id"),
  CONSTRAINT "measure_selection_source" CHECK ("source" IN ('always', 'slope', 'soil', 'county', 'portal'))
);
ALTER TABLE "measure_selection" ADD CONSTRAINT "measure_selection_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a check found, kept as it was given. Never updated; a month is a partition.
CREATE TABLE "assessment" (
  "provider_id" TEXT NOT NULL,
  "assessment_id" UUID NOT NULL,
  "calculated_at" TIMESTAMPTZ(3) NOT NULL,
  "application_event_id" UUID NOT NULL,
  "format_version" INTEGER NOT NULL,
  "status" TEXT NOT NULL,
  "processing_complete" BOOLEAN NOT NULL,
  "body" JSONB NOT NULL,
  CONSTRAINT "assessment_pkey" PRIMARY KEY ("provider_id", "assessment_id", "calculated_at")
) PARTITION BY RANGE ("calculated_at");
CREATE INDEX "assessment_provider_id_application_event_id_calculated_at_idx"
  ON "assessment"("provider_id", "application_event_id", "calculated_at");
-- Holds rows of months that nobody made a partition for (a clock far off, an old import): nothing is refused.
CREATE TABLE partitions.assessment_other PARTITION OF "assessment" DEFAULT;

-- Makes the partitions of `months` months from the month of `first` on. Safe to repeat.
CREATE FUNCTION ensure_assessment_partitions(first DATE, months INTEGER) RETURNS INTEGER
LANGUAGE plpgsql SET search_path = public, gis AS $$
DECLARE
  month DATE := date_trunc('month', first)::date;
  name TEXT;
  made INTEGER := 0;
BEGIN
  FOR i IN 1..months LOOP
    name := 'assessment_' || to_char(month, 'YYYY_MM');
    IF to_regclass('partitions.' || name) IS NULL THEN
      EXECUTE format(
        'CREATE TABLE partitions.%I PARTITION OF public.assessment FOR VALUES FROM (%L) TO (%L)',
        name, month || ' 00:00:00+00', (month + INTERVAL '1 month')::date || ' 00:00:00+00');
      EXECUTE format('ALTER TABLE partitions.%I ENABLE ROW LEVEL SECURITY', name);
      EXECUTE format('ALTER TABLE partitions.%I FORCE ROW LEVEL SECURITY', name);
      made := made + 1;
    END IF;
    month := (month + INTERVAL '1 month')::date;
  END LOOP;
  RETURN made;
END
$$;
SELECT ensure_assessment_partitions(CURRENT_DATE, 3);
ALTER TABLE partitions.assessment_other ENABLE ROW LEVEL SECURITY;
ALTER TABLE partitions.assessment_other FORCE ROW LEVEL SECURITY;

-- Who is working on a field or an application right now. Committed first, deleted in the final transaction.
CREATE TABLE "claim" (
  "provider_id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "identity" TEXT NOT NULL,
  "token" UUID NOT NULL,
  "leased_until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "claim_pkey" PRIMARY KEY ("provider_id", "kind", "identity")
);
CREATE INDEX "claim_leased_until_idx" ON "claim"("leased_until");

-- Token mode: one link per field, found by hash and issued again from the sealed copy.
CREATE TABLE "portal_token" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "token_sealed" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "portal_token_pkey" PRIMARY KEY ("provider_id", "field_id")
);
CREATE UNIQUE INDEX "portal_token_token_hash_key" ON "portal_token"("token_hash");
ALTER TABLE "portal_token" ADD CONSTRAINT "portal_token_provider_id_field_id_fkey"
  FOREIGN KEY ("provider_id", "field_id") REFERENCES "field"("provider_id", "field_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

-- Reference data ---------------------------------------------------------------------------------

CREATE TABLE "data_set" (
  "data_set_id" SERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "version" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'loading',
  "source" TEXT NOT NULL,
  "is_demonstration" BOOLEAN NOT NULL DEFAULT false,
  "county_precision" TEXT,
  "coverage" geometry(MultiPolygon, 4326),
  "counts" JSONB NOT NULL DEFAULT '{}',
  "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "verified_at" TIMESTAMPTZ(3),
  CONSTRAINT "data_set_pkey" PRIMARY KEY ("data_set_id"),
  CONSTRAINT "data_set_kind" CHECK ("kind" IN ('pula', 'county', 'soil', 'catalogue', 'features')),
  CONSTRAINT "data_set_state" CHECK ("state" IN ('loading', 'ready', 'failed'))
);
CREATE UNIQUE INDEX "data_set_kind_version_key" ON "data_set"("kind", "version");

-- The switch: one row a kind, so that changing the set in force is one update and can be undone.
CREATE TABLE "active_data_set" (
  "kind" TEXT NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "previous_data_set_id" INTEGER,
  "activated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "active_data_set_pkey" PRIMARY KEY ("kind")
);
ALTER TABLE "active_data_set" ADD CONSTRAINT "active_data_set_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "active_data_set" ADD CONSTRAINT "active_data_set_previous_data_set_id_fkey"
  FOREIGN KEY ("previous_data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "pula" (
  "data_set_id" INTEGER NOT NULL,
  "pula_id" INTEGER NOT NULL,
  "event_name" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "effective_date" DATE NOT NULL,
  "expires_on" DATE,
  "codes" TEXT[],
  CONSTRAINT "pula_pkey" PRIMARY KEY ("data_set_id", "pula_id")
);
ALTER TABLE "pula" ADD CONSTRAINT "pula_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One row a feature of the source: whole, for display and area.
CREATE TABLE "pula_feature" (
  "data_set_id" INTEGER NOT NULL,
  "object_id" INTEGER NOT NULL,
  "pula_id" INTEGER NOT NULL,
  "geom" geometry(MultiPolygon, 4326) NOT NULL,
  CONSTRAINT "pula_feature_pkey" PRIMARY KEY ("data_set_id", "object_id")
);
CREATE INDEX "pula_feature_data_set_id_pula_id_idx" ON "pula_feature"("data_set_id", "pula_id");
ALTER TABLE "pula_feature" ADD CONSTRAINT "pula_feature_data_set_id_pula_id_fkey"
  FOREIGN KEY ("data_set_id", "pula_id") REFERENCES "pula"("data_set_id", "pula_id")
  ON DELETE CASCADE ON UPDATE CASCADE;

-- The same ground in pieces of at most 256 vertices: what searches run on.
CREATE TABLE "pula_piece" (
  "piece_id" BIGSERIAL NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "pula_id" INTEGER NOT NULL,
  "geom" geometry(Polygon, 4326) NOT NULL,
  CONSTRAINT "pula_piece_pkey" PRIMARY KEY ("piece_id")
);
CREATE INDEX "pula_piece_data_set_id_pula_id_idx" ON "pula_piece"("data_set_id", "pula_id");
CREATE INDEX "pula_piece_geom_idx" ON "pula_piece" USING GIST ("geom");
ALTER TABLE "pula_piece" ADD CONSTRAINT "pula_piece_data_set_id_pula_id_fkey"
  FOREIGN KEY ("data_set_id", "pula_id") REFERENCES "pula"("data_set_id", "pula_id")
  ON DELETE CASCADE ON UPDATE CASCADE;

-- Numbers given to limitations whose source gives none; kept over every later import.
CREATE TABLE "limitation_identity" (
  "limitation_id" SERIAL NOT NULL,
  "source_key" TEXT NOT NULL,
  CONSTRAINT "limitation_identity_pkey" PRIMARY KEY ("limitation_id")
);
CREATE UNIQUE INDEX "limitation_identity_source_key_key" ON "limitation_identity"("source_key");

CREATE TABLE "limitation" (
  "data_set_id" INTEGER NOT NULL,
  "row_number" INTEGER NOT NULL,
  "limitation_id" INTEGER NOT NULL,
  "pula_id" INTEGER NOT NULL,
  "code" TEXT NOT NULL,
  "limitation" TEXT NOT NULL,
  "registration" TEXT,
  "active_ingredient" TEXT,
  "effective_date" DATE NOT NULL,
  "expires_on" DATE,
  "method_classes" TEXT[],
  "uses" JSONB NOT NULL DEFAULT '[]',
  CONSTRAINT "limitation_pkey" PRIMARY KEY ("data_set_id", "row_number"),
  CONSTRAINT "limitation_names_one" CHECK ("registration" IS NOT NULL OR "active_ingredient" IS NOT NULL)
);
CREATE INDEX "limitation_data_set_id_pula_id_idx" ON "limitation"("data_set_id", "pula_id");
ALTER TABLE "limitation" ADD CONSTRAINT "limitation_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "county" (
  "data_set_id" INTEGER NOT NULL,
  "geo_id" TEXT NOT NULL,
  "state_fips" TEXT NOT NULL,
  "county_fips" TEXT NOT NULL,
  "county_name" TEXT NOT NULL,
  "geom" geometry(MultiPolygon, 4326) NOT NULL,
  CONSTRAINT "county_pkey" PRIMARY KEY ("data_set_id", "geo_id")
);
ALTER TABLE "county" ADD CONSTRAINT "county_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "county_piece" (
  "piece_id" BIGSERIAL NOT NULL,
  "data_set_id" INTEGER NOT NULL,
  "geo_id" TEXT NOT NULL,
  "geom" geometry(Polygon, 4326) NOT NULL,
  CONSTRAINT "county_piece_pkey" PRIMARY KEY ("piece_id")
);
CREATE INDEX "county_piece_data_set_id_geo_id_idx" ON "county_piece"("data_set_id", "geo_id");
CREATE INDEX "county_piece_geom_idx" ON "county_piece" USING GIST ("geom");
ALTER TABLE "county_piece" ADD CONSTRAINT "county_piece_data_set_id_geo_id_fkey"
  FOREIGN KEY ("data_set_id", "geo_id") REFERENCES "county"("data_set_id", "geo_id")
  ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "catalogue_product" (
  "data_set_id" INTEGER NOT NULL,
  "registration" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "status" TEXT,
  "origin" TEXT NOT NULL,
  "record" JSONB NOT NULL,
  CONSTRAINT "catalogue_product_pkey" PRIMARY KEY ("data_set_id", "registration"),
  CONSTRAINT "catalogue_product_origin" CHECK ("origin" IN ('rule_file', 'register'))
);
ALTER TABLE "catalogue_product" ADD CONSTRAINT "catalogue_product_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "limitation_rule" (
  "data_set_id" INTEGER NOT NULL,
  "rule_id" TEXT NOT NULL,
  "code" TEXT NOT NULL,
  "record" JSONB NOT NULL,
  CONSTRAINT "limitation_rule_pkey" PRIMARY KEY ("data_set_id", "rule_id")
);
ALTER TABLE "limitation_rule" ADD CONSTRAINT "limitation_rule_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Row-level security ------------------------------------------------------------------------------

DO $$
DECLARE
  name TEXT;
BEGIN
  FOREACH name IN ARRAY ARRAY['provider', 'api_key', 'field', 'application', 'requirement', 'measure_selection',
                              'assessment', 'claim', 'portal_token'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY provider_isolation ON %I USING (provider_id = current_setting(''hedgerow.provider_id'', true))
       WITH CHECK (provider_id = current_setting(''hedgerow.provider_id'', true))', name);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE ON "provider", "api_key", "field", "application" TO hedgerow_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "requirement", "measure_selection", "claim", "portal_token" TO hedgerow_app;
GRANT SELECT, INSERT ON "assessment" TO hedgerow_app;
GRANT SELECT ON "data_set", "active_data_set", "pula", "pula_feature", "pula_piece", "limitation", "county",
  "county_piece", "catalogue_product", "limitation_rule", "installation_mark" TO hedgerow_app;

-- Functions that run before a provider is known ---------------------------------------------------

CREATE POLICY definer_finds_keys ON "api_key" FOR SELECT TO hedgerow_definer USING (true);
CREATE POLICY definer_reads_providers ON "provider" FOR SELECT TO hedgerow_definer USING (true);
CREATE POLICY definer_finds_fields ON "field" FOR SELECT TO hedgerow_definer USING (true);
CREATE POLICY definer_finds_tokens ON "portal_token" FOR SELECT TO hedgerow_definer USING (true);
CREATE POLICY definer_purges_claims ON "claim" TO hedgerow_definer USING (true);
GRANT SELECT ON "api_key", "provider", "field", "portal_token" TO hedgerow_definer;
GRANT SELECT, DELETE ON "claim" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- Who holds a key? The caller has only its hash.
CREATE FUNCTION find_api_key(hash BYTEA)
RETURNS TABLE (
  provider_id TEXT, key_id UUID, environment TEXT, expires_at TIMESTAMPTZ, revoked_at TIMESTAMPTZ,
  provider_name TEXT, portal_mode TEXT, portal_enabled BOOLEAN, portal_link_ttl_s INTEGER, link_generation INTEGER)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.provider_id, k.key_id, k.environment, k.expires_at, k.revoked_at,
         p.name, p.portal_mode, p.portal_enabled, p.portal_link_ttl_s, p.link_generation
  FROM api_key k JOIN provider p USING (provider_id)
  WHERE k.key_hash = hash
$$;
ALTER FUNCTION find_api_key(BYTEA) OWNER TO hedgerow_definer;

-- Which field does a portal link name? The link itself proves the right to ask.
CREATE FUNCTION find_portal_field(id UUID)
RETURNS TABLE (
  provider_id TEXT, field_id UUID, field_name TEXT, portal_enabled BOOLEAN, link_generation INTEGER,
  portal_expires_at TIMESTAMPTZ, archived_at TIMESTAMPTZ)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
  SELECT f.provider_id, f.field_id, f.field_name, p.portal_enabled, p.link_generation,
         f.portal_expires_at, f.archived_at
  FROM field f JOIN provider p USING (provider_id)
  WHERE f.field_id = id
$$;
ALTER FUNCTION find_portal_field(UUID) OWNER TO hedgerow_definer;

-- Which field does a random token name?
CREATE FUNCTION find_portal_token(hash BYTEA) RETURNS UUID
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.field_id FROM portal_token t WHERE t.token_hash = hash
$$;
ALTER FUNCTION find_portal_token(BYTEA) OWNER TO hedgerow_definer;

-- Providers by name, for the operator's command line.
CREATE FUNCTION list_providers() RETURNS TABLE (provider_id TEXT, name TEXT, portal_mode TEXT, created_at TIMESTAMPTZ)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.provider_id, p.name, p.portal_mode, p.created_at FROM provider p ORDER BY p.provider_id
$$;
ALTER FUNCTION list_providers() OWNER TO hedgerow_definer;

-- Claims of processes that died are swept, whoever's they were.
CREATE FUNCTION purge_claims() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM claim WHERE leased_until < now() - INTERVAL '5 minutes' RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_claims() OWNER TO hedgerow_definer;

REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION find_api_key(BYTEA), find_portal_field(UUID), find_portal_token(BYTEA), list_providers(),
  purge_claims(), ensure_assessment_partitions(DATE, INTEGER) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_api_key(BYTEA), find_portal_field(UUID), find_portal_token(BYTEA), list_providers(),
  purge_claims() TO hedgerow_app;
