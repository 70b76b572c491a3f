-- What label conditions speak of and no check needs (nozzle, planned start, growth stage, forecasts, aircraft). Null:
-- none of it was sent.
ALTER TABLE application ADD COLUMN details jsonb;
