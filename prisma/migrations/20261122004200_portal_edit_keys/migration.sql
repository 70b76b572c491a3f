-- Edits of the portal that were made, by the key their page gave them. A phone that lost the answer sends an edit again,
-- maybe hours later: an edit whose key is here has been made and is not made a second time.
SET search_path = public, gis;

CREATE TABLE "portal_edit_key" (
  "provider_id" TEXT NOT NULL,
  "field_id" UUID NOT NULL,
  "edit_key" UUID NOT NULL,
  "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "portal_edit_key_pkey" PRIMARY KEY ("provider_id", "field_id", "edit_key"),
  CONSTRAINT "portal_edit_key_provider_id_field_id_fkey" FOREIGN KEY ("provider_id", "field_id")
    REFERENCES "field"("provider_id", "field_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "portal_edit_key_made_at_idx" ON "portal_edit_key"("made_at");

ALTER TABLE "portal_edit_key" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "portal_edit_key" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "portal_edit_key" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
CREATE POLICY definer_purges_keys ON "portal_edit_key" TO hedgerow_definer USING (true);
GRANT SELECT, INSERT ON "portal_edit_key" TO hedgerow_app;
GRANT SELECT, DELETE ON "portal_edit_key" TO hedgerow_definer;

-- A session ends after 30 days at most, and what it left unsent is text from then on: no page sends an older key.
GRANT CREATE ON SCHEMA public TO hedgerow_definer;
CREATE FUNCTION purge_portal_edit_keys() RETURNS INTEGER
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM portal_edit_key WHERE made_at < now() - interval '60 days' RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
ALTER FUNCTION purge_portal_edit_keys() OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION purge_portal_edit_keys() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_portal_edit_keys() TO hedgerow_app;
