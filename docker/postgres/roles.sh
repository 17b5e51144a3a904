#!/bin/sh
# Run once, by the image of Postgres, as its superuser: the owner of the tables, and the role that the product runs as.
set -eu
psql --set ON_ERROR_STOP=1 --set owner="$(cat /secrets/database-owner-password)" --set app="$(cat /secrets/database-app-password)" <<'SQL'
create role attune_owner login password :'owner';
create role attune_app login password :'app';
create database attune owner attune_owner;
revoke all on database attune from public;
grant connect on database attune to attune_app;
\connect attune
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
alter schema public owner to attune_owner;
SQL
