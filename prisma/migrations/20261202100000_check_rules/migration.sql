-- Answers are made by rule tables and by the code. A release says which rules of the code it checks by, so that the radar finds
-- planned applications whose answer a mended rule makes another. Releases that were noted before had none to tell apart.
SET search_path = public, gis;

ALTER TABLE "rule_release" ADD COLUMN "check_rules" INTEGER NOT NULL DEFAULT 0;

GRANT SELECT ("check_rules") ON "rule_release" TO hedgerow_app;

-- Where a release that noted nothing has answered, what it said is compared as well: it has data, and no release.
INSERT INTO "rule_release" ("digest", "tables", "editions")
SELECT 'not-noted', '[]', '{}'
WHERE EXISTS (SELECT FROM "data_set") AND NOT EXISTS (SELECT FROM "rule_release");
