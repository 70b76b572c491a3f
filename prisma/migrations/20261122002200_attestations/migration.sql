-- What applicators say of an application in their own word: one answer to each question. An answer counts while it rests
-- on the same facts; `fingerprint` names them. What it replaced stands in the history.

CREATE TABLE "attestation" (
  "provider_id" TEXT NOT NULL,
  "application_event_id" UUID NOT NULL,
  "question_id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "question_version" INTEGER NOT NULL,
  "subject" TEXT NOT NULL,
  "answer" TEXT NOT NULL,
  "attested_by" TEXT NOT NULL,
  "attested_at" TIMESTAMPTZ(3) NOT NULL,
  "label_date" DATE,
  "application_revision" INTEGER NOT NULL,
  "fingerprint" TEXT NOT NULL,
  CONSTRAINT "attestation_pkey" PRIMARY KEY ("provider_id", "application_event_id", "question_id"),
  CONSTRAINT "attestation_answer" CHECK ("answer" IN ('yes', 'no', 'unknown')),
  CONSTRAINT "attestation_fingerprint" CHECK ("fingerprint" ~ '^[0-9a-f]{64}$')
);
ALTER TABLE "attestation" ADD CONSTRAINT "attestation_provider_id_application_event_id_fkey"
  FOREIGN KEY ("provider_id", "application_event_id") REFERENCES "application"("provider_id", "application_event_id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "attestation" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "attestation" FORCE ROW LEVEL SECURITY;
CREATE POLICY provider_isolation ON "attestation" USING (provider_id = current_setting('hedgerow.provider_id', true))
  WITH CHECK (provider_id = current_setting('hedgerow.provider_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON "attestation" TO hedgerow_app;

-- Whether the provider lets such answers count, or has them shown only.
ALTER TABLE "provider" ADD COLUMN "attestations_count" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "change_event" DROP CONSTRAINT "change_event_kind";
ALTER TABLE "change_event" ADD CONSTRAINT "change_event_kind"
  CHECK ("kind" IN ('selection', 'exemption', 'drift_claim', 'drawn_feature', 'downslope', 'reviewed', 'attestation'));
