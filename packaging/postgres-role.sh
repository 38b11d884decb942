#!/bin/sh
# Creates the role and the database of compose-cluster.yaml. PostgreSQL runs it once, on an empty
# volume. The image has already read POSTGRES_PASSWORD_FILE into POSTGRES_PASSWORD, and unset it.
set -eu

psql --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=password="${POSTGRES_PASSWORD:?}" <<'SQL'
create role gatehouse login password :'password';
create database gatehouse owner gatehouse encoding 'UTF8' template template0;
revoke connect, temp on database gatehouse from public;
-- The servers know the password, so it must not be the superuser's too.
alter role current_user password null;
SQL
