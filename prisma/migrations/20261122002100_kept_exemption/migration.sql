-- What the applicator answered to the exemption questions, while a recheck finds no runoff requirement to hold it:
-- {required, evaluatedAt, reasons}. The requirement takes it back when it returns.
ALTER TABLE application ADD COLUMN kept_exemption jsonb;
