-- Which change an undo took back. Clocks cannot tell: an undo and the mark on what it took back are read a moment apart,
-- and on a busy server that moment is as long as the gap between two changes of one person.
ALTER TABLE "change_event" ADD COLUMN "undoes_change_id" UUID;
ALTER TABLE "change_event" ADD CONSTRAINT "change_event_undoes_another" CHECK ("undoes_change_id" <> "change_id");

-- The undos made so far, as far as they can be told: the change right after the moment of the mark that puts the earlier
-- state back. Row-level security binds the owner too, and an update of every provider's rows has no provider to name.
ALTER TABLE "change_event" NO FORCE ROW LEVEL SECURITY;
UPDATE "change_event" AS undo SET "undoes_change_id" = (
  SELECT "change_id" FROM "change_event" AS made
  WHERE made."provider_id" = undo."provider_id" AND made."field_id" = undo."field_id" AND made."year" = undo."year"
    AND made."kind" = undo."kind" AND made."change_id" < undo."change_id"
    AND abs(extract(epoch FROM undo."changed_at" - made."undone_at")) <= 1
    AND made."before" IS NOT DISTINCT FROM undo."after" AND made."after" IS NOT DISTINCT FROM undo."before"
  ORDER BY made."change_id" DESC LIMIT 1);
ALTER TABLE "change_event" FORCE ROW LEVEL SECURITY;
