-- A newer label that EPA lists leaves open what was answered by the one before it. Planned applications are announced once a label;
-- those of labels that were seen before this release are announced at its first start.
SET search_path = public, gis;

ALTER TABLE "seen_label" ADD COLUMN "announced_at" TIMESTAMPTZ(3);

ALTER TABLE "recheck_ending" DROP CONSTRAINT "recheck_ending_reason";
ALTER TABLE "recheck_ending" ADD CONSTRAINT "recheck_ending_reason"
  CHECK ("reason" IN ('bulletin_ends', 'label_ends', 'registration_ends', 'newer_label')) NOT VALID;
ALTER TABLE "recheck_ending" VALIDATE CONSTRAINT "recheck_ending_reason";
