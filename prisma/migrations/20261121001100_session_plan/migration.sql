-- Asked at every request of the portal. In SQL with SECURITY DEFINER the server plans the question anew each time, half
-- of what a page's whole statement takes; PL/pgSQL keeps the plan for as long as the connection lives.
CREATE OR REPLACE FUNCTION find_portal_session(
  provider TEXT, session_grant UUID, asked_field UUID, asked_account TEXT, asked_group TEXT)
RETURNS TABLE (
  name TEXT, brand_accent TEXT, brand_logo_hash TEXT, portal_enabled BOOLEAN, link_generation INTEGER, is_ended BOOLEAN,
  field_id UUID, account_id TEXT, portal_expires_at TIMESTAMPTZ, archived_at TIMESTAMPTZ, in_group BOOLEAN)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, gis, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT coalesce(p.brand_name, p.name), p.brand_accent, p.brand_logo_hash, p.portal_enabled, p.link_generation,
           EXISTS (SELECT FROM portal_grant_end e WHERE e.provider_id = provider AND e.grant_id = session_grant),
           f.field_id, f.account_id, f.portal_expires_at::timestamptz, f.archived_at::timestamptz,
           CASE WHEN asked_group IS NOT NULL THEN EXISTS (
             SELECT FROM application a
             WHERE a.provider_id = provider AND a.field_id = f.field_id AND a.account_id = asked_account
               AND a.provider_group_id = asked_group) END
    FROM provider p LEFT JOIN field f ON f.provider_id = p.provider_id AND f.field_id = asked_field
    WHERE p.provider_id = provider;
END
$$;
