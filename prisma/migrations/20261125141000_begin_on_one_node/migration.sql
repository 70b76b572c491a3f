-- What a check begins with: it takes its claims, and reads what is saved under the names it has. One message to the node of the
-- provider's rows, as with the save (migration 20261125140000), which says how a later release changes such a function.

-- Takes every claim, or answers false; then the caller rolls back. One whose lease has run out is taken over, by the database's
-- clock. The caller gives them in one order for all, so that two who want both of a pair do not wait for each other.
CREATE FUNCTION take_claims(
  provider TEXT, claim_token UUID, lease_s INTEGER, kinds TEXT[], identities TEXT[], boundary_hashes TEXT[])
RETURNS BOOLEAN
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- Values of their own: Citus takes no function of the clock where rows conflict.
  begun TIMESTAMPTZ := now();
  ends TIMESTAMPTZ := now() + make_interval(secs => lease_s);
BEGIN
  FOR place IN 1 .. cardinality(kinds) LOOP
    INSERT INTO claim AS c (provider_id, kind, identity, token, leased_until, boundary_hash)
    VALUES (provider, kinds[place], identities[place], claim_token, ends, boundary_hashes[place])
    ON CONFLICT (provider_id, kind, identity) DO UPDATE
      SET token = excluded.token, leased_until = excluded.leased_until, boundary_hash = excluded.boundary_hash
      WHERE c.leased_until <= begun;
    IF NOT FOUND THEN RETURN false; END IF;
  END LOOP;
  RETURN true;
END
$$;

-- Archived fields, and applications on them, do not exist here. An application is read before what hangs on it: what someone
-- saves between the two has raised the revision that the check's save asks for.
CREATE FUNCTION begin_check(
  provider TEXT, claim_token UUID, lease_s INTEGER, kinds TEXT[], identities TEXT[], boundary_hashes TEXT[],
  wanted_account TEXT, wanted_field TEXT, wanted_application TEXT, wanted_year INTEGER)
RETURNS TABLE (taken BOOLEAN, fields JSONB, applications JSONB, selections JSONB, counted BOOLEAN)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  live UUID[] := '{}';
  one RECORD;
  sealed TEXT;
  asked JSONB;
  answers JSONB;
BEGIN
  taken := take_claims(provider, claim_token, lease_s, kinds, identities, boundary_hashes);
  IF NOT taken THEN
    RETURN NEXT;
    RETURN;
  END IF;

  fields := '[]';
  FOR one IN
    SELECT f.field_id, f.account_id, f.boundary_hash, f.revision, f.ground FROM field f
    WHERE f.provider_id = provider AND f.provider_field_id = wanted_field AND f.archived_at IS NULL
  LOOP
    live := live || one.field_id;
    SELECT encode(t.token_sealed, 'base64') INTO sealed FROM portal_token t
    WHERE t.provider_id = provider AND t.field_id = one.field_id;
    fields := fields || jsonb_build_array(jsonb_build_object(
      'fieldId', one.field_id, 'accountId', one.account_id, 'boundaryHash', one.boundary_hash, 'revision', one.revision,
      'ground', one.ground, 'tokenSealed', sealed));
  END LOOP;
  IF cardinality(live) > 0 THEN
    SELECT jsonb_agg(jsonb_build_object(
        'system', s.system, 'subOptionId', s.sub_option_id, 'source', s.source,
        'implementationDate', to_char(s.implementation_date, 'YYYY-MM-DD'), 'notes', s.notes) ORDER BY s.sub_option_id)
    INTO selections FROM measure_selection s
    WHERE s.provider_id = provider AND s.field_id = ANY (live) AND s.year = wanted_year;
  END IF;

  applications := '[]';
  FOR one IN
    SELECT a.application_event_id, a.field_id, a.revision, a.provider_group_id, a.user_email, a.portal_locked_at,
           a.kept_exemption
    FROM application a
    WHERE a.provider_id = provider AND a.account_id = wanted_account AND a.application_id = wanted_application
  LOOP
    CONTINUE WHEN one.field_id <> ALL (live) AND NOT EXISTS (
      SELECT FROM field f WHERE f.provider_id = provider AND f.field_id = one.field_id AND f.archived_at IS NULL);
    SELECT jsonb_build_object('required', r.required, 'evaluatedAt', r.exemption_evaluated_at,
                              'reasons', r.exemption_reasons, 'treatedAcres', r.exemption_treated_acres)
    INTO asked FROM requirement r
    WHERE r.provider_id = provider AND r.application_event_id = one.application_event_id AND r.mitigation_type = 'epa_runoff';
    SELECT jsonb_agg(jsonb_build_object(
        'questionId', t.question_id, 'kind', t.kind, 'version', t.question_version, 'subject', t.subject,
        'answer', t.answer, 'attestedBy', t.attested_by,
        'attestedAt', to_char(t.attested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'labelDate', to_char(t.label_date, 'YYYY-MM-DD'), 'applicationRevision', t.application_revision,
        'fingerprint', t.fingerprint) ORDER BY t.attested_at, t.question_id)
    INTO answers FROM attestation t
    WHERE t.provider_id = provider AND t.application_event_id = one.application_event_id;
    applications := applications || jsonb_build_array(jsonb_build_object(
      'applicationEventId', one.application_event_id, 'fieldId', one.field_id, 'revision', one.revision,
      'providerGroupId', one.provider_group_id, 'userEmail', one.user_email, 'portalLockedAt', one.portal_locked_at,
      'exemption', coalesce(asked, one.kept_exemption), 'attestations', coalesce(answers, '[]')));
  END LOOP;

  SELECT p.attestations_count INTO counted FROM provider p WHERE p.provider_id = provider;
  RETURN NEXT;
END
$$;
