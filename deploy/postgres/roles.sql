-- Once for each database server, as its superuser, before the first `npm run migrate`:
--
--   psql -v owner_password=... -v service_password=... -v backup_password=... -f deploy/postgres/roles.sql
--
-- Three logins with least rights: the owner of the tables (migrations, imports, worker), the service (web processes) and
-- the backup. The roles that own functions and the one that the service works as are made by the migrations, which is what
-- the owner needs CREATEROLE for. After the first migration take it back:
--
--   ALTER ROLE hedgerow_owner NOCREATEROLE;
\set ON_ERROR_STOP on
CREATE ROLE hedgerow_owner LOGIN NOSUPERUSER NOBYPASSRLS CREATEROLE PASSWORD :'owner_password';
CREATE ROLE hedgerow_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
CREATE ROLE hedgerow_service LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'service_password' IN ROLE hedgerow_app;
-- A dump of tables with forced row-level security needs a role that is above it, and may read only.
CREATE ROLE hedgerow_backup LOGIN NOSUPERUSER BYPASSRLS PASSWORD :'backup_password' IN ROLE pg_read_all_data;
CREATE DATABASE hedgerow OWNER hedgerow_owner;
\connect hedgerow
CREATE SCHEMA gis AUTHORIZATION hedgerow_owner;
CREATE EXTENSION postgis SCHEMA gis;
ALTER SCHEMA public OWNER TO hedgerow_owner;
