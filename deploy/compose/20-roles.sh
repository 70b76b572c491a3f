#!/bin/sh
# Run by the PostGIS image as it makes its data folder.
set -eu
psql --username "$POSTGRES_USER" \
  -v owner_password="$OWNER_PASSWORD" -v service_password="$SERVICE_PASSWORD" -v backup_password="$BACKUP_PASSWORD" \
  -f /deploy/roles.sql
