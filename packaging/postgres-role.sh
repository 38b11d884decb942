#!/bin/sh
# Makes the role and the database of compose-cluster.yaml. PostgreSQL runs it once, on an empty volume.
set -eu

psql --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=password="$(cat "$POSTGRES_PASSWORD_FILE")" <<'SQL'
create role gatehouse login password :'password';
create database gatehouse owner gatehouse encoding 'UTF8' template template0;
revoke connect, temp on database gatehouse from public;
SQL
