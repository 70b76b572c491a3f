-- Calls of deprecated routes by key and day, for as long as a provider may ask about them.
SET search_path = public, gis;

CREATE TABLE "deprecated_use" (
  "provider_id" TEXT NOT NULL,
  "key_id" UUID NOT NULL,
  "route" TEXT NOT NULL,
  "used_on" DATE NOT NULL,
  "calls" INTEGER NOT NULL,
  "last_called_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "deprecated_use_pkey" PRIMARY KEY ("provider_id", "key_id", "route", "used_on"),
  CONSTRAINT "deprecated_use_calls" CHECK ("calls" > 0)
);
ALTER TABLE "deprecated_use" ADD CONSTRAINT "deprecated_use_provider_id_key_id_fkey"
  FOREIGN KEY ("provider_id", "key_id") REFERENCES "api_key"("provider_id", "key_id")
  ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deprecated_use" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "deprecated_use" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "deprecated_use" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON "deprecated_use" TO hedgerow_app;
