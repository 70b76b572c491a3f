-- When a session of the console was last used, so that one that no one uses ends. Null: not since it began.
ALTER TABLE "operator_session" ADD COLUMN "seen_at" TIMESTAMPTZ(3);
