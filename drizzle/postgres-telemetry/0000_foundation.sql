CREATE TABLE "telemetry_clock" (
	"id" smallint PRIMARY KEY NOT NULL,
	"newest_minute" integer,
	"seen_at" bigint,
	"pruned_day" integer,
	"copy_progress" text
);
--> statement-breakpoint
CREATE TABLE "telemetry_days" (
	"key_id" bigint NOT NULL,
	"start" integer NOT NULL,
	"enabled" bigint NOT NULL,
	"disabled" bigint NOT NULL,
	CONSTRAINT "telemetry_days_key_id_start_pk" PRIMARY KEY("key_id","start")
) PARTITION BY RANGE ("start");
--> statement-breakpoint
CREATE TABLE "telemetry_hours" (
	"key_id" bigint NOT NULL,
	"start" integer NOT NULL,
	"enabled" bigint NOT NULL,
	"disabled" bigint NOT NULL,
	CONSTRAINT "telemetry_hours_key_id_start_pk" PRIMARY KEY("key_id","start")
) PARTITION BY RANGE ("start");
--> statement-breakpoint
CREATE TABLE "telemetry_ids" (
	"slot" smallint NOT NULL,
	"environment_id" bigint NOT NULL,
	"request_id" uuid NOT NULL,
	CONSTRAINT "telemetry_ids_slot_environment_id_request_id_pk" PRIMARY KEY("slot","environment_id","request_id")
) PARTITION BY LIST ("slot");
--> statement-breakpoint
CREATE TABLE "telemetry_journal" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "telemetry_journal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment_ids" bigint[] NOT NULL,
	"feature_ids" bigint[] NOT NULL,
	"keys" text[] NOT NULL,
	"minutes" integer[] NOT NULL,
	"enabled" bigint[] NOT NULL,
	"disabled" bigint[] NOT NULL,
	"metrics" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telemetry_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "telemetry_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment_id" bigint NOT NULL,
	"key" text NOT NULL,
	"feature_id" bigint,
	CONSTRAINT "telemetry_keys_key" UNIQUE("environment_id","key")
);
--> statement-breakpoint
CREATE TABLE "telemetry_minutes" (
	"key_id" bigint NOT NULL,
	"start" integer NOT NULL,
	"enabled" bigint NOT NULL,
	"disabled" bigint NOT NULL,
	CONSTRAINT "telemetry_minutes_key_id_start_pk" PRIMARY KEY("key_id","start")
) PARTITION BY RANGE ("start");
--> statement-breakpoint
CREATE TABLE "telemetry_ids_0" PARTITION OF "telemetry_ids" FOR VALUES IN (0);
--> statement-breakpoint
CREATE TABLE "telemetry_ids_1" PARTITION OF "telemetry_ids" FOR VALUES IN (1);
--> statement-breakpoint
CREATE TABLE "telemetry_ids_2" PARTITION OF "telemetry_ids" FOR VALUES IN (2);
--> statement-breakpoint
CREATE TABLE "telemetry_ids_3" PARTITION OF "telemetry_ids" FOR VALUES IN (3);
--> statement-breakpoint
CREATE INDEX "telemetry_keys_unknown" ON "telemetry_keys" ("environment_id") WHERE "feature_id" IS NULL;
--> statement-breakpoint
-- Rows of the journal live for a second: compressing them would be in vain.
ALTER TABLE "telemetry_journal" ALTER COLUMN "environment_ids" SET STORAGE EXTERNAL, ALTER COLUMN "feature_ids" SET STORAGE EXTERNAL, ALTER COLUMN "keys" SET STORAGE EXTERNAL, ALTER COLUMN "minutes" SET STORAGE EXTERNAL, ALTER COLUMN "enabled" SET STORAGE EXTERNAL, ALTER COLUMN "disabled" SET STORAGE EXTERNAL, ALTER COLUMN "metrics" SET STORAGE EXTERNAL;
--> statement-breakpoint
INSERT INTO "telemetry_clock" ("id") VALUES (1);
--> statement-breakpoint
-- Counts a group of submissions, or returns those that were counted before and stores nothing. An
-- hour's ids are in one slot. An id may have been counted in the hour before: a commit that began
-- there can end in the first moments of this one, so in them ids go into both slots, where one of
-- two commits waits for the other.
CREATE FUNCTION telemetry_commit_1(
  at_seconds bigint, id_environments bigint[], id_requests uuid[],
  environments bigint[], features bigint[], names text[], minute_starts integer[],
  ons bigint[], offs bigint[], metric_counts integer[]
) RETURNS TABLE (environment bigint, request uuid) LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  seconds CONSTANT bigint := coalesce(at_seconds, floor(extract(epoch FROM now()))::bigint);
  this_slot CONSTANT smallint := (seconds / 3600 % 4)::smallint;
  slot_before CONSTANT smallint := ((seconds / 3600 + 3) % 4)::smallint;
  is_fresh CONSTANT boolean := seconds % 3600 < 120;
  added_environments bigint[];
  added_requests uuid[];
  copied_environments bigint[] := '{}';
  copied_requests uuid[] := '{}';
  counted_environments bigint[];
  counted_requests uuid[];
BEGIN
  IF is_fresh THEN
    WITH added AS (
      INSERT INTO telemetry_ids
      SELECT slot_before, i.e, i.r FROM unnest(id_environments, id_requests) AS i(e, r) ORDER BY i.e, i.r
      ON CONFLICT DO NOTHING RETURNING environment_id, request_id
    )
    SELECT coalesce(array_agg(environment_id), '{}'), coalesce(array_agg(request_id), '{}')
    INTO copied_environments, copied_requests FROM added;
  END IF;
  WITH added AS (
    INSERT INTO telemetry_ids
    SELECT this_slot, i.e, i.r FROM unnest(id_environments, id_requests) AS i(e, r) ORDER BY i.e, i.r
    ON CONFLICT DO NOTHING RETURNING environment_id, request_id
  )
  SELECT coalesce(array_agg(environment_id), '{}'), coalesce(array_agg(request_id), '{}')
  INTO added_environments, added_requests FROM added;

  IF is_fresh AND cardinality(copied_requests) < cardinality(id_requests)
    OR cardinality(added_requests) < cardinality(id_requests)
    OR NOT is_fresh AND EXISTS (
      SELECT FROM unnest(id_environments, id_requests) AS i(e, r)
      JOIN telemetry_ids t ON t.slot = slot_before AND t.environment_id = i.e AND t.request_id = i.r)
  THEN
    SELECT array_agg(i.e), array_agg(i.r) INTO counted_environments, counted_requests
    FROM unnest(id_environments, id_requests) AS i(e, r)
    WHERE NOT EXISTS (
        SELECT FROM unnest(added_environments, added_requests) AS a(e, r)
        WHERE a.e = i.e AND a.r = i.r)
      OR is_fresh AND NOT EXISTS (
        SELECT FROM unnest(copied_environments, copied_requests) AS a(e, r)
        WHERE a.e = i.e AND a.r = i.r)
      OR NOT is_fresh AND EXISTS (
        SELECT FROM telemetry_ids t
        WHERE t.slot = slot_before AND t.environment_id = i.e AND t.request_id = i.r);
    DELETE FROM telemetry_ids t USING unnest(added_environments, added_requests) AS a(e, r)
    WHERE t.slot = this_slot AND t.environment_id = a.e AND t.request_id = a.r;
    DELETE FROM telemetry_ids t USING unnest(copied_environments, copied_requests) AS a(e, r)
    WHERE t.slot = slot_before AND t.environment_id = a.e AND t.request_id = a.r;
    RETURN QUERY SELECT c.e, c.r FROM unnest(counted_environments, counted_requests) AS c(e, r);
    RETURN;
  END IF;

  IF cardinality(names) > 0 THEN
    INSERT INTO telemetry_journal
      (environment_ids, feature_ids, keys, minutes, enabled, disabled, metrics)
    VALUES (environments, features, names, minute_starts, ons, offs, metric_counts);
  END IF;
  -- A commit in the hour's first moments relies on it that none of the hour before is still open.
  IF clock_timestamp() - now() > interval '100 seconds' THEN
    RAISE EXCEPTION 'the commit of telemetry took too long' USING ERRCODE = '57014';
  END IF;
END $$;
--> statement-breakpoint
-- Adds the partition of a table that begins at a minute, if it is missing. Returns whether it was.
-- Creating it as a partition would wait for all who use the table; attaching it waits only for those
-- who read counts, and keep the second lock shared: one statement finds the partitions first and sees
-- the rows a moment later, and would miss what moved to a new partition between the two.
CREATE FUNCTION telemetry_ensure_1(parent text, first_minute integer, size integer)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  partition CONSTANT text := parent || '_' || first_minute / size;
BEGIN
  IF to_regclass(partition) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = 70)', partition, parent);
    PERFORM pg_advisory_xact_lock(4747004);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
      parent, partition, first_minute, first_minute + size);
    RETURN true;
  END IF;
  RETURN false;
END $$;
--> statement-breakpoint
-- Moves counts from the journal to the tables: recent minutes as they are, older ones to their hour or
-- day. One node at a time does it; `moved` is -1 if another one is at it. Keys that are no feature's
-- get a row up to a number in each environment.
CREATE FUNCTION telemetry_flush_1(
  is_patient boolean, rows_max integer, minutes_from integer, hours_from integer,
  unknown_max integer, now_ms bigint, OUT moved integer, OUT clamped integer, OUT dropped bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  environments bigint[];
  features bigint[];
  names text[];
  minute_starts integer[];
  ons bigint[];
  offs bigint[];
  metric_counts bigint[];
  newest integer;
BEGIN
  clamped := 0;
  dropped := 0;
  IF is_patient THEN
    PERFORM pg_advisory_xact_lock(4747002);
  ELSIF NOT pg_try_advisory_xact_lock(4747002) THEN
    moved := -1;
    RETURN;
  END IF;
  WITH gone AS (
    DELETE FROM telemetry_journal
    WHERE id IN (SELECT id FROM telemetry_journal ORDER BY id LIMIT rows_max) RETURNING *
  ), sums AS (
    SELECT s.e, s.f, s.n, s.m, least(sum(s.o), 9007199254740991)::bigint AS o,
      least(sum(s.d), 9007199254740991)::bigint AS d, sum(s.c)::bigint AS c
    FROM gone, unnest(gone.environment_ids, gone.feature_ids, gone.keys, gone.minutes,
      gone.enabled, gone.disabled, gone.metrics) AS s(e, f, n, m, o, d, c)
    GROUP BY s.e, s.f, s.n, s.m
  )
  SELECT (SELECT count(*) FROM gone), array_agg(e), array_agg(f), array_agg(n), array_agg(m),
    array_agg(o), array_agg(d), array_agg(c), max(m)
  INTO moved, environments, features, names, minute_starts, ons, offs, metric_counts, newest
  FROM sums;
  IF names IS NULL THEN
    RETURN;
  END IF;

  -- The feature is gone, as another one has the key, or as a node that knew it, or a later one, has
  -- counted the key as no feature's. Its counts are deleted.
  UPDATE telemetry_keys k SET environment_id = -k.id
  FROM (SELECT e, n, max(-f) FILTER (WHERE f <= 0) AS unknown_at, max(f) AS f
    FROM unnest(environments, features, names) AS s(e, f, n) GROUP BY e, n) s
  WHERE k.environment_id = s.e AND k.key = s.n AND (k.feature_id < s.f OR k.feature_id <= s.unknown_at);
  -- An unknown key has become a feature, and keeps its counts.
  UPDATE telemetry_keys k SET feature_id = s.f
  FROM (SELECT e, n, max(f) AS f FROM unnest(environments, features, names) AS s(e, f, n)
    GROUP BY e, n HAVING max(f) > coalesce(max(-f) FILTER (WHERE f <= 0), 0)) s
  WHERE k.environment_id = s.e AND k.key = s.n AND k.feature_id IS NULL;
  INSERT INTO telemetry_keys (environment_id, key, feature_id)
  SELECT s.e, s.n, max(s.f) FROM unnest(environments, features, names) AS s(e, f, n)
  WHERE NOT EXISTS (SELECT FROM telemetry_keys k WHERE k.environment_id = s.e AND k.key = s.n)
  GROUP BY s.e, s.n HAVING max(s.f) > coalesce(max(-s.f) FILTER (WHERE s.f <= 0), 0);
  INSERT INTO telemetry_keys (environment_id, key)
  SELECT e, n FROM (
    SELECT s.e, s.n, coalesce(stored.number, 0) + row_number() OVER (PARTITION BY s.e ORDER BY s.n) AS place
    FROM (SELECT DISTINCT e, n FROM unnest(environments, features, names) AS s(e, f, n)
      WHERE f <= 0 AND NOT EXISTS (
        SELECT FROM telemetry_keys k WHERE k.environment_id = s.e AND k.key = s.n)) s
    LEFT JOIN (SELECT environment_id, count(*) AS number FROM telemetry_keys
      WHERE environment_id = ANY (environments) AND feature_id IS NULL GROUP BY 1) stored
    ON stored.environment_id = s.e
  ) places WHERE place <= unknown_max;

  PERFORM telemetry_ensure_1('telemetry_minutes', h, 60) FROM
    (SELECT DISTINCT m - m % 60 AS h FROM unnest(minute_starts) AS m WHERE m >= minutes_from) s;
  PERFORM telemetry_ensure_1('telemetry_hours', h, 1440) FROM
    (SELECT DISTINCT m - m % 1440 AS h FROM unnest(minute_starts) AS m
      WHERE m < minutes_from AND m >= hours_from) s;
  PERFORM telemetry_ensure_1('telemetry_days', h, 43200) FROM
    (SELECT DISTINCT m - m % 43200 AS h FROM unnest(minute_starts) AS m
      WHERE m < least(minutes_from, hours_from)) s;

  WITH found AS MATERIALIZED (
    SELECT k.id, s.m, s.e, s.d, s.c
    FROM unnest(environments, features, names, minute_starts, ons, offs, metric_counts)
      AS s(v, f, n, m, e, d, c)
    LEFT JOIN telemetry_keys k
    ON k.environment_id = s.v AND k.key = s.n
      AND (k.feature_id = s.f OR s.f <= 0 AND (k.feature_id IS NULL OR k.feature_id > -s.f))
  ),
  minutes AS (
    INSERT INTO telemetry_minutes AS t (key_id, start, enabled, disabled)
    SELECT id, m, least(sum(e), 9007199254740991)::bigint, least(sum(d), 9007199254740991)::bigint
    FROM found WHERE id IS NOT NULL AND m >= minutes_from GROUP BY 1, 2
    ON CONFLICT (key_id, start) DO UPDATE SET
      enabled = least(t.enabled + excluded.enabled, 9007199254740991),
      disabled = least(t.disabled + excluded.disabled, 9007199254740991)
    RETURNING (t.enabled = 9007199254740991)::integer + (t.disabled = 9007199254740991)::integer AS clamped
  ),
  hours AS (
    INSERT INTO telemetry_hours AS t (key_id, start, enabled, disabled)
    SELECT id, m - m % 60, least(sum(e), 9007199254740991)::bigint, least(sum(d), 9007199254740991)::bigint
    FROM found WHERE id IS NOT NULL AND m < minutes_from AND m >= hours_from GROUP BY 1, 2
    ON CONFLICT (key_id, start) DO UPDATE SET
      enabled = least(t.enabled + excluded.enabled, 9007199254740991),
      disabled = least(t.disabled + excluded.disabled, 9007199254740991)
    RETURNING (t.enabled = 9007199254740991)::integer + (t.disabled = 9007199254740991)::integer AS clamped
  ),
  days AS (
    INSERT INTO telemetry_days AS t (key_id, start, enabled, disabled)
    SELECT id, m - m % 1440, least(sum(e), 9007199254740991)::bigint, least(sum(d), 9007199254740991)::bigint
    FROM found WHERE id IS NOT NULL AND m < least(minutes_from, hours_from) GROUP BY 1, 2
    ON CONFLICT (key_id, start) DO UPDATE SET
      enabled = least(t.enabled + excluded.enabled, 9007199254740991),
      disabled = least(t.disabled + excluded.disabled, 9007199254740991)
    RETURNING (t.enabled = 9007199254740991)::integer + (t.disabled = 9007199254740991)::integer AS clamped
  )
  SELECT (SELECT coalesce(sum(w.clamped), 0) FROM minutes w) + (SELECT coalesce(sum(w.clamped), 0) FROM hours w)
    + (SELECT coalesce(sum(w.clamped), 0) FROM days w), (SELECT coalesce(sum(c), 0) FROM found WHERE id IS NULL)
  INTO clamped, dropped;
  UPDATE telemetry_clock SET newest_minute = greatest(newest_minute, newest), seen_at = now_ms;
END $$;
--> statement-breakpoint
-- Adds up one partition of minutes or hours that is old enough, and drops it, or drops one of days.
-- `rolled` is 0 if none is due, and -1 if another node is at it.
CREATE FUNCTION telemetry_roll_1(
  minutes_from integer, hours_from integer, days_from integer, OUT rolled integer, OUT clamped integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  due record;
BEGIN
  clamped := 0;
  rolled := 0;
  IF NOT pg_try_advisory_xact_lock(4747002) THEN
    rolled := -1;
    RETURN;
  END IF;
  SELECT c.relname AS name, p.*, substring(c.relname FROM '[0-9]+$')::integer * p.size AS first_minute
  INTO due
  FROM (VALUES
    ('telemetry_minutes', 60, minutes_from, 'telemetry_hours', 1440),
    ('telemetry_hours', 1440, hours_from, 'telemetry_days', 43200),
    ('telemetry_days', 43200, days_from, NULL, NULL)) AS p(parent, size, until, target, target_size)
  JOIN pg_inherits i ON i.inhparent = p.parent::regclass
  JOIN pg_class c ON c.oid = i.inhrelid
  WHERE (substring(c.relname FROM '[0-9]+$')::integer + 1) * p.size <= p.until
  ORDER BY p.size, first_minute LIMIT 1;
  IF due.name IS NULL THEN
    RETURN;
  END IF;
  rolled := 1;
  IF due.target IS NOT NULL THEN
    -- Readers wait for a new partition until it is committed, so it gets a step of its own.
    IF telemetry_ensure_1(due.target, due.first_minute - due.first_minute % due.target_size, due.target_size) THEN
      RETURN;
    END IF;
    EXECUTE format('WITH written AS (
      INSERT INTO %I AS t (key_id, start, enabled, disabled)
      SELECT key_id, %s, least(sum(enabled), 9007199254740991)::bigint, least(sum(disabled), 9007199254740991)::bigint
      FROM %I GROUP BY key_id
      ON CONFLICT (key_id, start) DO UPDATE SET
        enabled = least(t.enabled + excluded.enabled, 9007199254740991),
        disabled = least(t.disabled + excluded.disabled, 9007199254740991)
      RETURNING (t.enabled = 9007199254740991)::integer + (t.disabled = 9007199254740991)::integer AS clamped
    ) SELECT coalesce(sum(clamped), 0) FROM written', due.target, due.first_minute, due.name)
    INTO clamped;
  END IF;
  PERFORM pg_advisory_xact_lock(4747004);
  EXECUTE format('DROP TABLE %I', due.name);
END $$;
--> statement-breakpoint
-- Empties the slot of the ids of two hours ago; the one after it is emptied in an hour.
CREATE FUNCTION telemetry_forget_ids_1(at_seconds bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  old_slot CONSTANT smallint :=
    ((coalesce(at_seconds, floor(extract(epoch FROM now()))::bigint) / 3600 + 2) % 4)::smallint;
BEGIN
  IF EXISTS (SELECT FROM telemetry_ids WHERE slot = old_slot) THEN
    EXECUTE format('TRUNCATE telemetry_ids_%s', old_slot);
  END IF;
END $$;
--> statement-breakpoint
-- Removes some of the keys marked deleted, with their counts. Returns how many; -1 if another node is
-- at it.
CREATE FUNCTION telemetry_remove_1(keys_max integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(4747002) THEN
    RETURN -1;
  END IF;
  SELECT coalesce(array_agg(id), '{}') INTO ids FROM (
    SELECT id FROM telemetry_keys WHERE environment_id < 0 ORDER BY environment_id DESC LIMIT keys_max) k;
  DELETE FROM telemetry_minutes WHERE key_id = ANY (ids);
  DELETE FROM telemetry_hours WHERE key_id = ANY (ids);
  DELETE FROM telemetry_days WHERE key_id = ANY (ids);
  DELETE FROM telemetry_keys WHERE id = ANY (ids);
  RETURN cardinality(ids);
END $$;
--> statement-breakpoint
-- Removes, of the keys from one id to another, days before the end of their environment's retention,
-- and keys that have no counts left. Returns whether it was done: another node may be at it.
CREATE FUNCTION telemetry_prune_1(from_id bigint, to_id bigint, environments bigint[], untils integer[])
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(4747002) THEN
    RETURN false;
  END IF;
  DELETE FROM telemetry_days d USING telemetry_keys k, unnest(environments, untils) AS u(e, until)
  WHERE k.id BETWEEN from_id AND to_id AND k.environment_id = u.e AND d.key_id = k.id AND d.start < u.until;
  DELETE FROM telemetry_keys k WHERE k.id BETWEEN from_id AND to_id
    AND NOT EXISTS (SELECT FROM telemetry_minutes WHERE key_id = k.id)
    AND NOT EXISTS (SELECT FROM telemetry_hours WHERE key_id = k.id)
    AND NOT EXISTS (SELECT FROM telemetry_days WHERE key_id = k.id);
  RETURN true;
END $$;
--> statement-breakpoint
-- Stores copied counts in the place of those that are there, and how far the copy has come. Levels
-- are 0 for minutes, 1 for hours and 2 for days.
CREATE FUNCTION telemetry_copy_1(
  key_environments bigint[], key_features bigint[], key_names text[],
  environments bigint[], names text[], levels integer[], starts integer[], ons bigint[], offs bigint[],
  progress text
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4747002);
  INSERT INTO telemetry_keys (environment_id, key, feature_id)
  SELECT e, n, nullif(f, 0) FROM unnest(key_environments, key_features, key_names) AS k(e, f, n)
  ON CONFLICT (environment_id, key) DO UPDATE SET feature_id = excluded.feature_id;
  PERFORM telemetry_ensure_1(p.parent, c.start - c.start % p.size, p.size)
  FROM (SELECT DISTINCT l AS level, s AS start FROM unnest(levels, starts) AS c(l, s)) c
  JOIN (VALUES (0, 'telemetry_minutes', 60), (1, 'telemetry_hours', 1440), (2, 'telemetry_days', 43200))
    AS p(level, parent, size) ON p.level = c.level;
  INSERT INTO telemetry_minutes
  SELECT k.id, c.s, c.o, c.d FROM unnest(environments, names, levels, starts, ons, offs) AS c(e, n, l, s, o, d)
  JOIN telemetry_keys k ON k.environment_id = c.e AND k.key = c.n WHERE c.l = 0
  ON CONFLICT (key_id, start) DO UPDATE SET enabled = excluded.enabled, disabled = excluded.disabled;
  INSERT INTO telemetry_hours
  SELECT k.id, c.s, c.o, c.d FROM unnest(environments, names, levels, starts, ons, offs) AS c(e, n, l, s, o, d)
  JOIN telemetry_keys k ON k.environment_id = c.e AND k.key = c.n WHERE c.l = 1
  ON CONFLICT (key_id, start) DO UPDATE SET enabled = excluded.enabled, disabled = excluded.disabled;
  INSERT INTO telemetry_days
  SELECT k.id, c.s, c.o, c.d FROM unnest(environments, names, levels, starts, ons, offs) AS c(e, n, l, s, o, d)
  JOIN telemetry_keys k ON k.environment_id = c.e AND k.key = c.n WHERE c.l = 2
  ON CONFLICT (key_id, start) DO UPDATE SET enabled = excluded.enabled, disabled = excluded.disabled;
  UPDATE telemetry_clock SET copy_progress = progress;
END $$;
