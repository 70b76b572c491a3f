-- What second readers say of label facts. The facts themselves stay in the project's files: a row names a fact by its
-- file and by the hash of what the fact says, so a row no longer speaks for a fact that changed.
CREATE TABLE "label_signature" (
  "signature_id" UUID NOT NULL,
  "file" TEXT NOT NULL,
  "fact_key" TEXT NOT NULL,
  "content_hash" TEXT NOT NULL,
  "verdict" TEXT NOT NULL,
  -- Where in the label the second reader read it, and what it says where the two readings differ.
  "page" TEXT,
  "note" TEXT,
  "operator_id" UUID NOT NULL,
  "signed_by" TEXT NOT NULL,
  "signed_email" TEXT NOT NULL,
  "signed_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "label_signature_pkey" PRIMARY KEY ("signature_id"),
  CONSTRAINT "label_signature_verdict" CHECK ("verdict" IN ('agrees', 'differs', 'withdrawn')),
  CONSTRAINT "label_signature_hash" CHECK ("content_hash" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "label_signature_page" CHECK ("verdict" = 'withdrawn' OR "page" IS NOT NULL),
  CONSTRAINT "label_signature_note" CHECK ("verdict" <> 'differs' OR "note" IS NOT NULL)
);
CREATE INDEX "label_signature_file_idx" ON "label_signature"("file");
ALTER TABLE "label_signature" ADD CONSTRAINT "label_signature_operator_id_fkey"
  FOREIGN KEY ("operator_id") REFERENCES "operator"("operator_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A reader who changes their mind adds a row. What was signed stays as it was signed.
CREATE FUNCTION refuse_signature_change() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'label_signature is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER label_signature_keeps_rows BEFORE UPDATE OR DELETE ON "label_signature"
  FOR EACH ROW EXECUTE FUNCTION refuse_signature_change();
CREATE TRIGGER label_signature_keeps_all BEFORE TRUNCATE ON "label_signature"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_signature_change();

GRANT SELECT, INSERT ON "label_signature" TO hedgerow_app;
