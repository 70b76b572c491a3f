-- A password that someone else made or knows is changed at the first sign-in with it (ASVS 5.0, 6.4.1).
ALTER TABLE "operator" ADD COLUMN "password_is_temporary" BOOLEAN NOT NULL DEFAULT false;

-- A session that began with such a password may change it and do nothing else. One that the identity provider vouched for is none.
ALTER TABLE "operator_session" ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false;
