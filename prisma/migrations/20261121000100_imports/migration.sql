-- Where rule file and register both know a product, `record` is the rule file's and this column keeps the register's,
-- so that either part can be imported again while the other is carried forward (docs/data-sets.md).
ALTER TABLE "catalogue_product" ADD COLUMN "register_record" JSONB;
