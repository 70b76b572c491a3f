-- A policy that asks nothing speaks to the members of its role as well, and so to the owner of the tables, who saw every
-- provider's keys of edits. Only the role itself, in its functions, may pass.
SET search_path = public, gis;

DROP POLICY definer_purges_keys ON "portal_edit_key";
CREATE POLICY definer_purges_keys ON "portal_edit_key" TO hedgerow_definer USING (current_user = 'hedgerow_definer');
