-- Issues are stored as data: code, product, rule and particulars. Until now each was stored as a sentence that ended in its
-- particulars, so that a reworded sentence changed what was read back. What can be told from the old text becomes data;
-- the rest is kept word for word as a note. Statuses, codes and what blocks stay exactly as they were.

-- One issue of the first format as data. `products` are the products of the assessment, in order; an issue that names
-- exactly one of them is about it. An issue that is data already is returned as it is.
CREATE FUNCTION pg_temp.issue_as_data(issue JSONB, products JSONB) RETURNS JSONB LANGUAGE plpgsql AS $$
DECLARE
  sentence TEXT := (SELECT text FROM first_sentence WHERE code = issue->>'code');
  message TEXT := issue->>'message';
  rest TEXT;
  named JSONB;
BEGIN
  IF message IS NULL THEN RETURN issue; END IF;
  rest := btrim(CASE WHEN starts_with(message, sentence) THEN substr(message, length(sentence) + 1) ELSE message END);
  SELECT jsonb_agg(jsonb_build_object('index', position - 1, 'name', product->>'productName')) INTO named
  FROM jsonb_array_elements(products) WITH ORDINALITY AS each(product, position)
  WHERE rest = '(' || (product->>'productName') || ')';
  RETURN jsonb_build_object(
    'code', issue->'code',
    'blocks', coalesce((issue->>'blocks')::boolean,
                       issue->>'code' NOT IN ('SOIL_QUEUE_FAILED', 'DATA_SET_STALE', 'BULLETIN_EXPIRES')),
    'productIndex', CASE WHEN jsonb_array_length(named) = 1 THEN named->0->'index' ELSE 'null'::jsonb END,
    'ruleId', NULL,
    'particulars', CASE
      WHEN rest = '' THEN '{}'::jsonb
      WHEN named IS NOT NULL THEN jsonb_build_object('productName', named->0->'name')
      ELSE jsonb_build_object('notes', jsonb_build_array(rest)) END);
END
$$;

CREATE TEMPORARY TABLE first_sentence (code TEXT PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO first_sentence (code, text) VALUES
    ('DROPLET_BELOW_LABEL_MINIMUM', 'The droplet size is finer than the label allows.'),
    ('DROPLET_BELOW_BUFFER_TIER', 'The droplet size is finer than any buffer distance of the label covers.'),
    ('BOOM_HEIGHT_EXCEEDS_LIMIT', 'The boom is higher than the label allows.'),
    ('MANUAL_DRIFT_OPTION_DISALLOWED', 'A claimed drift practice is not allowed for one of the products.'),
    ('NO_TREATABLE_AREA', 'The buffer covers the whole field.'),
    ('METHOD_NOT_PERMITTED', 'The label excludes this application method.'),
    ('LABEL_LIMIT_EXCEEDED', 'The rate or the spray volume is outside what the label states.'),
    ('ADJUVANT_REQUIREMENT_UNMET', 'A required adjuvant is missing from the mix, or a forbidden one is in it.'),
    ('UNKNOWN_PRODUCT', 'A product is not in the catalogue.'),
    ('ESA_STATUS_UNKNOWN', 'Whether a product''s label carries ESA language is not known.'),
    ('RUNOFF_TYPE_UNRESOLVED', 'Which runoff system a requirement belongs to is not known.'),
    ('SOIL_UNAVAILABLE', 'No soil data is available for this field.'),
    ('UNRESOLVED_RATE', 'A rate cannot be brought to an amount per acre.'),
    ('LIMITATIONS_REVIEW_REQUIRED', 'Pesticide use limitations apply here and have to be read.'),
    ('DRIFT_CONDITIONS_UNVERIFIED', 'A drift buffer applies and the conditions at application are not known yet.'),
    ('UNSUPPORTED_MITIGATION', 'A limitation refers to a mitigation scheme that is not scored here.'),
    ('RUNOFF_APPLICABILITY_UNVERIFIED', 'Whether a runoff programme applies has not been confirmed.'),
    ('RUNOFF_REQUIREMENT_UNRESOLVED', 'The number of runoff points required is not known.'),
    ('LABEL_DROPLET_MINIMUM_UNRESOLVED', 'The label sets a droplet size that has not been established.'),
    ('DROPLET_SIZE_MISSING', 'A rule needs the droplet size, and none was given.'),
    ('DRIFT_METHOD_UNRESOLVED', 'The label is silent on a drift buffer for this method.'),
    ('WIND_SPEED_UNRESOLVED', 'The wind is outside the speeds the label covers.'),
    ('MANUAL_DRIFT_PRACTICE_UNVERIFIED', 'A claimed drift practice cannot be verified.'),
    ('BOOM_HEIGHT_MISSING', 'A rule needs the boom height, and none was given.'),
    ('DRIFT_RATE_TIER_UNRESOLVED', 'The rate falls in none of the label''s rate tiers.'),
    ('DRIFT_REQUIREMENT_UNRESOLVED', 'The drift buffer required is not known.'),
    ('DOWNSLOPE_UNVERIFIED', 'Which edges lie downslope has not been marked.'),
    ('APPLICATION_PROCESSING_INCOMPLETE', 'The application has not been processed completely.'),
    ('PULA_COVERAGE_MISSING', 'The loaded PULA data does not cover the whole field.'),
    ('COUNTY_CLASS_UNRESOLVED', 'A county of this field has no runoff vulnerability class.'),
    ('ADJUVANT_UNRECOGNISED', 'An adjuvant of the mix cannot be recognised.'),
    ('SOIL_QUEUE_FAILED', 'Soil data could not be queued for loading.'),
    ('DATA_SET_STALE', 'The PULA data has not been reloaded for more than 35 days.'),
    ('BULLETIN_EXPIRES', 'The application date is more than six months ahead, so a bulletin fetched today will not cover it.');

CREATE FUNCTION pg_temp.issues_as_data(issues JSONB, products JSONB) RETURNS JSONB LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(pg_temp.issue_as_data(issue, coalesce(products, '[]')) ORDER BY position), '[]')
  FROM jsonb_array_elements(coalesce(issues, '[]')) WITH ORDINALITY AS each(issue, position)
$$;

-- Elements of a list that have issues of their own: runoff entries, and the products of a computation.
CREATE FUNCTION pg_temp.parts_as_data(parts JSONB, products JSONB) RETURNS JSONB LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(jsonb_set(part, '{issues}', pg_temp.issues_as_data(part->'issues', products))
                            ORDER BY position), '[]')
  FROM jsonb_array_elements(parts) WITH ORDINALITY AS each(part, position)
$$;

-- Row-level security binds the owner too, and an update of every provider's rows has no provider to name.
ALTER TABLE "assessment" NO FORCE ROW LEVEL SECURITY;
UPDATE "assessment" SET "format_version" = 2, "body" = "body"
  || jsonb_build_object('issues', pg_temp.issues_as_data("body"->'issues', "body"->'products'))
  || CASE WHEN jsonb_typeof("body"->'runoff') = 'array'
       THEN jsonb_build_object('runoff', pg_temp.parts_as_data("body"->'runoff', "body"->'products')) ELSE '{}' END
  || CASE WHEN jsonb_typeof("body"->'drift'->'issues') = 'array'
       THEN jsonb_build_object('drift', jsonb_set("body"->'drift', '{issues}',
         pg_temp.issues_as_data("body"->'drift'->'issues', "body"->'products'))) ELSE '{}' END
WHERE "format_version" = 1;
ALTER TABLE "assessment" FORCE ROW LEVEL SECURITY;

ALTER TABLE "application" NO FORCE ROW LEVEL SECURITY;
UPDATE "application" SET
  "last_computation" = CASE WHEN jsonb_typeof("last_computation"->'products') = 'array'
    THEN jsonb_set("last_computation", '{products}',
      pg_temp.parts_as_data("last_computation"->'products', to_jsonb("products"))) ELSE "last_computation" END,
  "adjuvant_results" = CASE WHEN jsonb_typeof("adjuvant_results"->'issues') = 'array'
    THEN jsonb_set("adjuvant_results", '{issues}',
      pg_temp.issues_as_data("adjuvant_results"->'issues', to_jsonb("products"))) ELSE "adjuvant_results" END
WHERE "last_computation" IS NOT NULL OR "adjuvant_results" IS NOT NULL;
ALTER TABLE "application" FORCE ROW LEVEL SECURITY;

DROP TABLE first_sentence;
DROP FUNCTION pg_temp.parts_as_data(JSONB, JSONB);
DROP FUNCTION pg_temp.issues_as_data(JSONB, JSONB);
DROP FUNCTION pg_temp.issue_as_data(JSONB, JSONB);
