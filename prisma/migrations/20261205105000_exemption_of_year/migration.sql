-- An answer to the exemption questions is of one application and year. One that was sent again for a day of another year kept it, and with it
-- an answer that asks for no points.
SET search_path = public, gis;

-- As in 20261128110000, without an answer of another year.
CREATE OR REPLACE FUNCTION begin_check(
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
    SELECT f.field_id, f.account_id, f.boundary_hash, f.boundary_sent_at, f.revision, f.ground FROM field f
    WHERE f.provider_id = provider AND f.provider_field_id = wanted_field AND f.archived_at IS NULL
  LOOP
    live := live || one.field_id;
    SELECT encode(t.token_sealed, 'base64') INTO sealed FROM portal_token t
    WHERE t.provider_id = provider AND t.field_id = one.field_id;
    fields := fields || jsonb_build_array(jsonb_build_object(
      'fieldId', one.field_id, 'accountId', one.account_id, 'boundaryHash', one.boundary_hash,
      'boundarySentAt', to_char(one.boundary_sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'revision', one.revision, 'ground', one.ground, 'tokenSealed', sealed));
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
           a.submitted_at, a.application_date,
           CASE WHEN date_part('year', a.application_date)::int = wanted_year THEN a.kept_exemption END AS kept_exemption
    FROM application a
    WHERE a.provider_id = provider AND a.account_id = wanted_account AND a.application_id = wanted_application
  LOOP
    CONTINUE WHEN one.field_id <> ALL (live) AND NOT EXISTS (
      SELECT FROM field f WHERE f.provider_id = provider AND f.field_id = one.field_id AND f.archived_at IS NULL);
    SELECT jsonb_build_object('required', r.required, 'evaluatedAt', r.exemption_evaluated_at,
                              'reasons', r.exemption_reasons, 'treatedAcres', r.exemption_treated_acres)
    INTO asked FROM requirement r
    WHERE r.provider_id = provider AND r.application_event_id = one.application_event_id AND r.mitigation_type = 'epa_runoff'
      AND date_part('year', one.application_date)::int = wanted_year;
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
      'submittedAt', to_char(one.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'exemption', coalesce(asked, one.kept_exemption), 'attestations', coalesce(answers, '[]')));
  END LOOP;

  SELECT p.attestations_count INTO counted FROM provider p WHERE p.provider_id = provider;
  RETURN NEXT;
END
$$;

-- As in 20261128110000: where the year is another one, the answer goes.
CREATE OR REPLACE FUNCTION save_check(
  provider TEXT, claim_token UUID, field JSONB, boundary TEXT, token_hash BYTEA, token_sealed BYTEA,
  credits JSONB, sources TEXT[], credit_year INTEGER,
  application JSONB, requirements JSONB, assessment JSONB, body JSONB)
RETURNS TABLE (claims INTEGER, fields INTEGER, applications INTEGER)
LANGUAGE plpgsql SET search_path = public, gis, pg_temp AS $$
#variable_conflict use_column
DECLARE
  the_field UUID := (field->>'fieldId')::uuid;
  field_revision INTEGER := (field->>'expectedRevision')::integer;
  the_application UUID := (application->>'applicationEventId')::uuid;
  application_revision INTEGER := (application->>'expectedRevision')::integer;
  -- By the database's clock, as jobs are. Not in the statement: Citus takes no clock in COALESCE.
  submitted TIMESTAMPTZ := coalesce((application->>'submittedAt')::timestamptz, now());
  wanted_types TEXT[];
  -- Lists are read beforehand: Citus refuses a subquery among values.
  crop TEXT[] := ARRAY(SELECT jsonb_array_elements_text(application->'crop'));
  pest TEXT[] := ARRAY(SELECT jsonb_array_elements_text(application->'pest'));
  -- As texts: Citus takes no function that is merely stable on columns of what is deleted, as those that make JSON are.
  derived TEXT[] := ARRAY(SELECT c->>'system' || ':' || (c->>'subOptionId') FROM jsonb_array_elements(credits) AS c);
  kept JSONB;
  is_other_year BOOLEAN;
  gone JSONB;
  new_row RECORD;
BEGIN
  DELETE FROM claim WHERE provider_id = provider AND token = claim_token;
  GET DIAGNOSTICS claims = ROW_COUNT;

  INSERT INTO field AS f (provider_id, field_id, account_id, provider_field_id, field_name, boundary, boundary_hash,
                          boundary_sent_at, ground, portal_expires_at, updated_at)
  VALUES (provider, the_field, field->>'accountId', field->>'providerFieldId', field->>'fieldName',
          ST_SetSRID(ST_GeomFromGeoJSON(save_check.boundary), 4326), field->>'boundaryHash',
          submitted, field->'ground', (field->>'portalExpiresAt')::timestamptz, now())
  ON CONFLICT (provider_id, field_id) DO UPDATE SET
    -- An item with the boundary that was sent again since leaves the name that was sent with it.
    field_name = CASE WHEN excluded.boundary_sent_at < f.boundary_sent_at THEN f.field_name ELSE excluded.field_name END,
    boundary = excluded.boundary, boundary_hash = excluded.boundary_hash,
    boundary_sent_at = greatest(f.boundary_sent_at, excluded.boundary_sent_at),
    ground = excluded.ground, portal_expires_at = excluded.portal_expires_at, updated_at = excluded.updated_at,
    revision = f.revision + CASE WHEN f.boundary_hash IS DISTINCT FROM excluded.boundary_hash THEN 1 ELSE 0 END
    WHERE f.revision = field_revision AND f.archived_at IS NULL;
  GET DIAGNOSTICS fields = ROW_COUNT;
  IF token_hash IS NOT NULL THEN
    INSERT INTO portal_token (provider_id, field_id, token_hash, token_sealed)
    VALUES (provider, the_field, save_check.token_hash, save_check.token_sealed);
  END IF;

  IF field_revision IS NOT NULL THEN
    DELETE FROM measure_selection m
    WHERE m.provider_id = provider AND m.field_id = the_field AND m.year = credit_year
      AND m.source = ANY (sources) AND m.source <> 'portal'
      AND m.system || ':' || m.sub_option_id::text <> ALL (derived);
  END IF;
  FOR new_row IN
    SELECT * FROM jsonb_to_recordset(credits)
      AS s(system TEXT, "subOptionId" INTEGER, source TEXT, "implementationDate" DATE, notes TEXT)
  LOOP
    -- A moved field may earn the same credit of another county, which the note names. Else the first day stays.
    -- No one selects these, so a row that says the portal did was made by hand, and gives way.
    INSERT INTO measure_selection AS m (provider_id, field_id, year, system, sub_option_id, source, implementation_date, notes)
    VALUES (provider, the_field, credit_year, new_row.system, new_row."subOptionId", new_row.source,
            new_row."implementationDate", new_row.notes)
    ON CONFLICT (provider_id, field_id, year, system, sub_option_id) DO UPDATE SET
      source = excluded.source, implementation_date = excluded.implementation_date, notes = excluded.notes
      WHERE m.source IS DISTINCT FROM excluded.source OR m.notes IS DISTINCT FROM excluded.notes;
  END LOOP;

  applications := 0;
  IF application IS NOT NULL THEN
    -- Requirements that no longer apply go. An answer to the exemption questions moves to the application meanwhile.
    wanted_types := ARRAY(SELECT r->>'mitigationType' FROM jsonb_array_elements(requirements) AS r);
    IF application_revision IS NOT NULL THEN
      SELECT a.kept_exemption, date_part('year', a.application_date)::int <> credit_year INTO kept, is_other_year FROM application a
      WHERE a.provider_id = provider AND a.application_event_id = the_application;
      -- An exemption is of one application and year: in another one it is required until someone answers again.
      IF is_other_year THEN
        kept := NULL;
        UPDATE requirement r SET required = true, exemption_evaluated_at = NULL, exemption_reasons = NULL, exemption_treated_acres = NULL
        WHERE r.provider_id = provider AND r.application_event_id = the_application AND r.mitigation_type = 'epa_runoff';
      END IF;
      FOR new_row IN
        DELETE FROM requirement r
        WHERE r.provider_id = provider AND r.application_event_id = the_application
          AND r.mitigation_type <> ALL (wanted_types)
        RETURNING r.mitigation_type, r.required, r.exemption_evaluated_at, r.exemption_reasons, r.exemption_treated_acres
      LOOP
        IF new_row.mitigation_type = 'epa_runoff' AND new_row.exemption_evaluated_at IS NOT NULL THEN
          gone := jsonb_build_object('required', new_row.required, 'evaluatedAt', new_row.exemption_evaluated_at,
                                     'reasons', new_row.exemption_reasons, 'treatedAcres', new_row.exemption_treated_acres);
        END IF;
      END LOOP;
      DELETE FROM drift_placement d WHERE d.provider_id = provider AND d.application_event_id = the_application;
    END IF;

    -- Locks and what the portal recorded stay: none of their columns is written here.
    INSERT INTO application AS a (
      provider_id, application_event_id, field_id, account_id, application_id, provider_group_id, application_date,
      application_method, products, crop, pest, gpa, droplet_size, boom_height, details, user_email, processing_status,
      boundary_hash, last_assessment_id, last_assessed_at, submitted_at, updated_at, kept_exemption)
    VALUES (
      provider, the_application, the_field, application->>'accountId', application->>'applicationId',
      application->>'providerGroupId', (application->>'applicationDate')::date, application->>'method',
      application->'products', crop, pest, (application->>'gpa')::float8,
      application->>'dropletSize', application->>'boomHeight', nullif(application->'details', 'null'::jsonb),
      application->>'userEmail', 'completed', field->>'boundaryHash', (assessment->>'assessmentId')::uuid,
      (assessment->>'calculatedAt')::timestamptz, submitted, now(),
      CASE WHEN 'epa_runoff' = ANY (wanted_types) THEN NULL ELSE coalesce(gone, kept) END)
    ON CONFLICT (provider_id, application_event_id) DO UPDATE SET
      provider_group_id = excluded.provider_group_id, application_date = excluded.application_date,
      application_method = excluded.application_method, products = excluded.products, crop = excluded.crop,
      pest = excluded.pest, gpa = excluded.gpa, droplet_size = excluded.droplet_size, boom_height = excluded.boom_height,
      details = excluded.details, user_email = excluded.user_email, processing_status = 'completed',
      boundary_hash = excluded.boundary_hash, last_assessment_id = excluded.last_assessment_id,
      last_assessed_at = excluded.last_assessed_at, submitted_at = excluded.submitted_at,
      updated_at = excluded.updated_at, revision = a.revision + 1,
      kept_exemption = excluded.kept_exemption, weather = NULL, last_computation = NULL, adjuvant_results = NULL
      WHERE a.revision = application_revision;
    GET DIAGNOSTICS applications = ROW_COUNT;

    -- Of those that stay, the answer to the exemption questions stays too; one that returns takes the kept one.
    FOR new_row IN
      SELECT r.*, ARRAY(SELECT jsonb_array_elements_text(r."targetIssues")) AS issues,
             CASE WHEN r."mitigationType" = 'epa_runoff' THEN kept END AS exemption
      FROM jsonb_to_recordset(requirements)
        AS r("mitigationType" TEXT, required BOOLEAN, "requiredPoints" INTEGER, "targetIssues" JSONB, "driftConfiguration" JSONB)
    LOOP
      INSERT INTO requirement (provider_id, application_event_id, mitigation_type, required, required_points,
                               target_issues, drift_configuration, exemption_evaluated_at, exemption_reasons,
                               exemption_treated_acres, updated_at)
      VALUES (provider, the_application, new_row."mitigationType",
              coalesce((new_row.exemption->>'required')::boolean, new_row.required), new_row."requiredPoints",
              new_row.issues, new_row."driftConfiguration",
              (new_row.exemption->>'evaluatedAt')::timestamptz, nullif(new_row.exemption->'reasons', 'null'::jsonb),
              (new_row.exemption->>'treatedAcres')::float8, now())
      ON CONFLICT (provider_id, application_event_id, mitigation_type) DO UPDATE SET
        required_points = excluded.required_points, target_issues = excluded.target_issues,
        drift_configuration = excluded.drift_configuration, updated_at = excluded.updated_at;
    END LOOP;

    INSERT INTO assessment (provider_id, assessment_id, calculated_at, application_event_id, format_version, status,
                            processing_complete, body, request_id)
    VALUES (provider, (assessment->>'assessmentId')::uuid, (assessment->>'calculatedAt')::timestamptz, the_application,
            (assessment->>'format')::integer, assessment->>'status', (assessment->>'processingComplete')::boolean,
            save_check.body, assessment->>'requestId');
  END IF;
  RETURN NEXT;
END
$$;
