-- What the applicator treats, where an exemption holds for small areas alone. Null: no such exemption is claimed, or it was
-- before the question was asked.
ALTER TABLE requirement
  ADD COLUMN exemption_treated_acres DOUBLE PRECISION CHECK (exemption_treated_acres > 0);
