-- A portal link names a field before its provider is known (find_portal_field): without this index that question reads
-- every provider's keys.
CREATE INDEX field_field_id_idx ON field (field_id);
