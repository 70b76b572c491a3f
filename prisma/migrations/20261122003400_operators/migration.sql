-- People who run the service: who they are, their sign-ins, and what they did.
CREATE TABLE "operator" (
  "operator_id" UUID NOT NULL,
  "email" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  -- scrypt with its parameters; null: this person signs in through the identity provider only.
  "password_hash" TEXT,
  -- Issuer and subject of the identity provider, bound at the first sign-in through it.
  "oidc_subject" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "disabled_at" TIMESTAMPTZ(3),
  CONSTRAINT "operator_pkey" PRIMARY KEY ("operator_id"),
  CONSTRAINT "operator_email_form" CHECK ("email" = lower("email") AND "email" ~ '^[^@\s]+@[^@\s]+$'),
  CONSTRAINT "operator_role" CHECK ("role" IN ('viewer', 'operator', 'rule_editor'))
);
CREATE UNIQUE INDEX "operator_email_key" ON "operator"("email");
CREATE UNIQUE INDEX "operator_oidc_subject_key" ON "operator"("oidc_subject");

-- A cookie counts as long as its row here has not ended.
CREATE TABLE "operator_session" (
  "session_id" UUID NOT NULL,
  "operator_id" UUID NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "operator_session_pkey" PRIMARY KEY ("session_id")
);
CREATE INDEX "operator_session_operator_id_idx" ON "operator_session"("operator_id");
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_operator_id_fkey"
  FOREIGN KEY ("operator_id") REFERENCES "operator"("operator_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was done. Rows are added and read, and never changed: not by the application's role, nor by the tables' owner.
-- Names no table by a foreign key, so that a row says what it said even after its object is gone.
CREATE TABLE "operator_audit" (
  "audit_id" UUID NOT NULL,
  "happened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "actor" TEXT NOT NULL,
  "operator_id" UUID,
  "action" TEXT NOT NULL,
  "object_kind" TEXT NOT NULL,
  "object_id" TEXT NOT NULL,
  "before" JSONB,
  "after" JSONB,
  "request_id" TEXT,
  CONSTRAINT "operator_audit_pkey" PRIMARY KEY ("audit_id")
);
CREATE INDEX "operator_audit_object_kind_object_id_audit_id_idx"
  ON "operator_audit"("object_kind", "object_id", "audit_id");
CREATE INDEX "operator_audit_actor_audit_id_idx" ON "operator_audit"("actor", "audit_id");

CREATE FUNCTION refuse_audit_change() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'operator_audit is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER operator_audit_keeps_rows BEFORE UPDATE OR DELETE ON "operator_audit"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER operator_audit_keeps_all BEFORE TRUNCATE ON "operator_audit"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

GRANT SELECT, INSERT, UPDATE ON "operator" TO hedgerow_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON "operator_session" TO hedgerow_app;
GRANT SELECT, INSERT ON "operator_audit" TO hedgerow_app;
