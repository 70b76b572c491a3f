-- The log of record hashes: a Merkle tree (RFC 6962) that only grows. Its signed checkpoints, once someone else has seen
-- them, show that no record was taken out or dated back. It belongs to no provider and names none.
SET search_path = public, gis;

-- `commitment`: SHA-256 of a record's hash, hexadecimal. The hash itself opens /verify, so it is not published.
CREATE TABLE "record_log_entry" (
  "place" BIGINT NOT NULL,
  "commitment" TEXT NOT NULL,
  "logged_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "record_log_entry_pkey" PRIMARY KEY ("place"),
  CONSTRAINT "record_log_entry_place" CHECK ("place" >= 0),
  CONSTRAINT "record_log_entry_commitment" CHECK ("commitment" ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX "record_log_entry_commitment_key" ON "record_log_entry"("commitment");

-- Hashes of complete subtrees: `level` 0 are the leaves, and each node stands over two of the level below it.
CREATE TABLE "record_log_node" (
  "level" INTEGER NOT NULL,
  "place" BIGINT NOT NULL,
  "hash" BYTEA NOT NULL,
  CONSTRAINT "record_log_node_pkey" PRIMARY KEY ("level", "place"),
  CONSTRAINT "record_log_node_hash" CHECK (octet_length("hash") = 32)
);

-- Neither the service nor the owner of the tables changes what is in the log.
CREATE FUNCTION refuse_log_change() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER record_log_entry_keeps_rows BEFORE UPDATE OR DELETE ON "record_log_entry"
  FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER record_log_entry_keeps_all BEFORE TRUNCATE ON "record_log_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER record_log_node_keeps_rows BEFORE UPDATE OR DELETE ON "record_log_node"
  FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER record_log_node_keeps_all BEFORE TRUNCATE ON "record_log_node"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();

GRANT SELECT ON "record_log_entry", "record_log_node" TO hedgerow_app;
GRANT SELECT, INSERT ON "record_log_entry", "record_log_node" TO hedgerow_definer;
GRANT CREATE ON SCHEMA public TO hedgerow_definer;

-- What is hashed as a leaf. lib/usecases/record-log/leaf.ts writes the same text.
CREATE FUNCTION record_log_leaf(commitment TEXT, logged_at TIMESTAMPTZ) RETURNS TEXT
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'hedgerow-record-v1 ' || commitment || ' '
    || to_char(logged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\n'
$$;

-- Adds a record's hash once. Writers wait for each other until they have committed, so that the log has no gap; its time is
-- the database's own and never earlier than that of the entry before.
CREATE FUNCTION log_record(record_hash TEXT) RETURNS VOID
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  own TEXT := encode(sha256(convert_to(record_hash, 'UTF8')), 'hex');
  here BIGINT := 0;
  level_now INTEGER := 0;
  at_time TIMESTAMPTZ(3) := date_trunc('milliseconds', clock_timestamp());
  node BYTEA;
BEGIN
  IF record_hash !~ '^[0-9a-f]{64}$' THEN
    RAISE EXCEPTION 'not the hash of a record';
  END IF;
  IF EXISTS (SELECT FROM record_log_entry e WHERE e.commitment = own) THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(6962, 1);
  IF EXISTS (SELECT FROM record_log_entry e WHERE e.commitment = own) THEN
    RETURN;
  END IF;
  SELECT e.place + 1, greatest(at_time, e.logged_at) INTO here, at_time
    FROM record_log_entry e ORDER BY e.place DESC LIMIT 1;
  IF NOT FOUND THEN
    here := 0;
    at_time := date_trunc('milliseconds', clock_timestamp());
  END IF;
  INSERT INTO record_log_entry (place, commitment, logged_at) VALUES (here, own, at_time);
  node := sha256('\x00'::bytea || convert_to(record_log_leaf(own, at_time), 'UTF8'));
  INSERT INTO record_log_node (level, place, hash) VALUES (0, here, node);
  WHILE here % 2 = 1 LOOP
    SELECT sha256('\x01'::bytea || n.hash || node) INTO STRICT node
      FROM record_log_node n WHERE n.level = level_now AND n.place = here - 1;
    here := here / 2;
    level_now := level_now + 1;
    INSERT INTO record_log_node (level, place, hash) VALUES (level_now, here, node);
  END LOOP;
END
$$;
ALTER FUNCTION log_record(TEXT) OWNER TO hedgerow_definer;
REVOKE CREATE ON SCHEMA public FROM hedgerow_definer;
REVOKE ALL ON FUNCTION log_record(TEXT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_record(TEXT) TO hedgerow_app;
