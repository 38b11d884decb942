CREATE TABLE "telemetry_guard_minutes" (
	"rollout_id" bigint NOT NULL,
	"guard" text NOT NULL,
	"minute" integer NOT NULL,
	"counts" "bytea" NOT NULL,
	CONSTRAINT "telemetry_guard_minutes_rollout_id_guard_minute_pk" PRIMARY KEY("rollout_id","guard","minute")
);
--> statement-breakpoint
CREATE TABLE "telemetry_outcome_hours" (
	"environment_id" bigint NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"result" boolean NOT NULL,
	"start" integer NOT NULL,
	"total" bigint NOT NULL,
	"errors" bigint NOT NULL,
	CONSTRAINT "telemetry_outcome_hours_environment_id_name_key_result_start_pk" PRIMARY KEY("environment_id","name","key","result","start")
);
--> statement-breakpoint
CREATE TABLE "telemetry_outcomes" (
	"environment_id" bigint NOT NULL,
	"key" text NOT NULL,
	"minute" integer NOT NULL,
	"name" text NOT NULL,
	"result" boolean NOT NULL,
	"total" bigint NOT NULL,
	"errors" bigint NOT NULL,
	"buckets" bigint[] NOT NULL,
	CONSTRAINT "telemetry_outcomes_environment_id_key_minute_name_result_pk" PRIMARY KEY("environment_id","key","minute","name","result")
);
--> statement-breakpoint
CREATE INDEX "telemetry_outcome_hours_start" ON "telemetry_outcome_hours" USING btree ("start");--> statement-breakpoint
CREATE INDEX "telemetry_outcomes_minute" ON "telemetry_outcomes" USING btree ("minute");
--> statement-breakpoint
-- Adds outcomes to their minutes, or those before `minutes_from` to their hours. `counts` has 32
-- numbers for each. The rows are locked in one order, so two commits never wait for each other.
CREATE FUNCTION telemetry_outcomes_1(
  environments bigint[], names text[], keys text[], is_enabled boolean[], minute_starts integer[],
  totals bigint[], wrong bigint[], counts bigint[], minutes_from integer
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO telemetry_outcomes AS t
    (environment_id, key, minute, name, result, total, errors, buckets)
  SELECT s.e, s.k, s.m, s.n, s.r, s.o, s.w, counts[(s.i - 1) * 32 + 1 : s.i * 32]
  FROM unnest(environments, names, keys, is_enabled, minute_starts, totals, wrong)
    WITH ORDINALITY AS s(e, n, k, r, m, o, w, i)
  WHERE s.m >= minutes_from ORDER BY s.e, s.k, s.m, s.n, s.r
  ON CONFLICT (environment_id, key, minute, name, result) DO UPDATE SET
    total = least(t.total + excluded.total, 9007199254740991),
    errors = least(t.errors + excluded.errors, 9007199254740991),
    buckets = (SELECT array_agg(least(b.old + b.more, 9007199254740991) ORDER BY b.i)
      FROM unnest(t.buckets, excluded.buckets) WITH ORDINALITY AS b(old, more, i));
  INSERT INTO telemetry_outcome_hours AS t
    (environment_id, name, key, result, start, total, errors)
  SELECT s.e, s.n, s.k, s.r, s.m - s.m % 60, least(sum(s.o), 9007199254740991)::bigint,
    least(sum(s.w), 9007199254740991)::bigint
  FROM unnest(environments, names, keys, is_enabled, minute_starts, totals, wrong)
    AS s(e, n, k, r, m, o, w)
  WHERE s.m < minutes_from GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (environment_id, name, key, result, start) DO UPDATE SET
    total = least(t.total + excluded.total, 9007199254740991),
    errors = least(t.errors + excluded.errors, 9007199254740991);
END $$;
--> statement-breakpoint
-- As telemetry_commit_1, or with a spool as telemetry_relay_1, for a group with outcomes.
CREATE FUNCTION telemetry_commit_2(
  spool_id text, sequence_after bigint, sequence_through bigint,
  id_environments bigint[], id_requests uuid[],
  environments bigint[], features bigint[], names text[], minute_starts integer[],
  ons bigint[], offs bigint[], metric_counts integer[],
  outcome_environments bigint[], outcome_names text[], outcome_keys text[],
  outcome_results boolean[], outcome_minutes integer[], outcome_totals bigint[],
  outcome_errors bigint[], outcome_counts bigint[], minutes_from integer
) RETURNS TABLE (environment bigint, request uuid) LANGUAGE plpgsql AS $$
BEGIN
  IF spool_id IS NULL THEN
    RETURN QUERY SELECT * FROM telemetry_commit_1(null, id_environments, id_requests, environments,
      features, names, minute_starts, ons, offs, metric_counts);
  ELSE
    RETURN QUERY SELECT * FROM telemetry_relay_1(spool_id, sequence_after, sequence_through,
      id_environments, id_requests, environments, features, names, minute_starts, ons, offs,
      metric_counts);
  END IF;
  IF NOT FOUND THEN
    PERFORM telemetry_outcomes_1(outcome_environments, outcome_names, outcome_keys, outcome_results,
      outcome_minutes, outcome_totals, outcome_errors, outcome_counts, minutes_from);
    IF clock_timestamp() - now() > interval '100 seconds' THEN
      RAISE EXCEPTION 'the commit of telemetry took too long' USING ERRCODE = '57014';
    END IF;
  END IF;
END $$;
--> statement-breakpoint
-- No other role may call the functions or put tables of its own before theirs. A role that a server
-- uses without owning the tables has the rights here that it has to the others.
do $own$
declare
  v_function regprocedure;
  v_role text;
begin
  for v_function in
    select p.oid
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() and pg_has_role(p.proowner, 'USAGE')
      and p.proname in ('telemetry_outcomes_1', 'telemetry_commit_2')
  loop
    execute format('alter function %s set search_path = %I, pg_temp', v_function, current_schema());
    execute format('revoke execute on function %s from public', v_function);
    for v_role in
      select r.rolname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where n.nspname = current_schema() and c.relname = 'migrations' and a.privilege_type = 'INSERT'
    loop
      execute format('grant select, insert, update, delete on telemetry_outcomes,
        telemetry_outcome_hours, telemetry_guard_minutes to %I', v_role);
      execute format('grant execute on function %s to %I', v_function, v_role);
    end loop;
  end loop;
end $own$;
