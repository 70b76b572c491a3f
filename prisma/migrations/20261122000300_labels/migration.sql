-- Numbers that jugs still carry after a registration moved to another company.
CREATE TABLE "catalogue_alias" (
  "data_set_id" INTEGER NOT NULL,
  "former" TEXT NOT NULL,
  "registration" TEXT NOT NULL,
  CONSTRAINT "catalogue_alias_pkey" PRIMARY KEY ("data_set_id", "former")
);
ALTER TABLE "catalogue_alias" ADD CONSTRAINT "catalogue_alias_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names of pesticides, lower case, words parted by one blank: a name sent without a number is held against them.
CREATE TABLE "catalogue_name" (
  "data_set_id" INTEGER NOT NULL,
  "name_key" TEXT COLLATE "C" NOT NULL,
  "registration" TEXT NOT NULL,
  CONSTRAINT "catalogue_name_pkey" PRIMARY KEY ("data_set_id", "name_key", "registration")
);
CREATE INDEX "catalogue_name_prefix" ON "catalogue_name" ("data_set_id", "name_key");
ALTER TABLE "catalogue_name" ADD CONSTRAINT "catalogue_name_data_set_id_fkey"
  FOREIGN KEY ("data_set_id") REFERENCES "data_set"("data_set_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- How often each registration whose label nobody has entered was asked about: the order in which to read labels. No
-- tenant's data: a number and a count.
CREATE TABLE "unread_label" (
  "registration" TEXT NOT NULL,
  "asked" BIGINT NOT NULL,
  "last_asked_on" DATE NOT NULL,
  CONSTRAINT "unread_label_pkey" PRIMARY KEY ("registration")
);
CREATE INDEX "unread_label_asked" ON "unread_label" ("asked" DESC);

GRANT SELECT ON "catalogue_alias", "catalogue_name" TO hedgerow_app;
GRANT SELECT, INSERT, UPDATE ON "unread_label" TO hedgerow_app;
