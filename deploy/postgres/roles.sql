-- Once for each database server, as its superuser, before the first `npm run migrate` or before a dump is restored:
--
--   psql -v owner_password=... -v service_password=... -v backup_password=... -f deploy/postgres/roles.sql
--
-- Three logins with least rights: the owner of the tables (migrations, imports, worker), the service (web processes), and
-- the backup. And the roles that migrations make where they are missing: a dump gives them functions, but carries no role.
-- Later migrations may make more, which is what the owner needs CREATEROLE for. After the first migration take it back:
--
--   ALTER ROLE hedgerow_owner NOCREATEROLE;
--
-- May be run again, before and after migrations: a role or database that exists stays as it is, with its password.
\set ON_ERROR_STOP on
SET client_min_messages = warning;

-- psql puts no variable into a DO block, so statements with passwords are made here and run by \gexec.
SELECT format('CREATE ROLE hedgerow_owner LOGIN NOSUPERUSER NOBYPASSRLS CREATEROLE PASSWORD %L', :'owner_password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_owner') \gexec
SELECT format('CREATE ROLE hedgerow_service LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD %L', :'service_password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_service') \gexec
-- A dump of tables with forced row-level security needs a role that is above it, and may read only.
SELECT format('CREATE ROLE hedgerow_backup LOGIN NOSUPERUSER BYPASSRLS PASSWORD %L', :'backup_password')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_backup') \gexec

-- As prisma/migrations makes them (20261121000000_house, 20261122004100_radar_planned).
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_app') THEN
    CREATE ROLE hedgerow_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
    ALTER ROLE hedgerow_app SET search_path = public, gis;
    ALTER ROLE hedgerow_app SET statement_timeout = '30s';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_definer') THEN
    CREATE ROLE hedgerow_definer NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hedgerow_radar') THEN
    CREATE ROLE hedgerow_radar NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
END
$$;
-- The owner gives functions to hedgerow_definer, for which it has to be a member. No one is a member of hedgerow_radar,
-- whose policies show every provider's rows: a migration that needs it makes itself one and takes that back.
GRANT hedgerow_app, hedgerow_definer TO hedgerow_owner;
GRANT hedgerow_app TO hedgerow_service;
GRANT pg_read_all_data TO hedgerow_backup;

SELECT 'CREATE DATABASE hedgerow OWNER hedgerow_owner'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'hedgerow') \gexec
\connect hedgerow
SET client_min_messages = warning;
CREATE SCHEMA IF NOT EXISTS gis AUTHORIZATION hedgerow_owner;
CREATE EXTENSION IF NOT EXISTS postgis SCHEMA gis;
ALTER SCHEMA public OWNER TO hedgerow_owner;
