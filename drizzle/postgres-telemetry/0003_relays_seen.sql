ALTER TABLE "telemetry_relays" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
-- As before, and stores when the spool was heard of last. The function keeps its owner and its rights.
CREATE OR REPLACE FUNCTION telemetry_relay_1(
  spool_id text, sequence_after bigint, sequence_through bigint,
  id_environments bigint[], id_requests uuid[],
  environments bigint[], features bigint[], names text[], minute_starts integer[],
  ons bigint[], offs bigint[], metric_counts integer[]
) RETURNS TABLE (environment bigint, request uuid) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO telemetry_relays VALUES (spool_id, 0) ON CONFLICT DO NOTHING;
  PERFORM FROM telemetry_relays r
    WHERE r.spool = spool_id AND r.sequence <= sequence_after FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'submissions of a replica were counted meanwhile' USING ERRCODE = '40001';
  END IF;
  RETURN QUERY SELECT * FROM telemetry_commit_1(null, id_environments, id_requests, environments,
    features, names, minute_starts, ons, offs, metric_counts);
  IF NOT FOUND THEN
    UPDATE telemetry_relays r SET sequence = sequence_through, seen_at = now()
      WHERE r.spool = spool_id;
  END IF;
END $$;
--> statement-breakpoint
-- A function that is replaced loses its settings.
do $own$
begin
  execute format('alter function telemetry_relay_1(text, bigint, bigint, bigint[], uuid[], bigint[], '
    'bigint[], text[], integer[], bigint[], bigint[], integer[]) set search_path = %I, pg_temp',
    current_schema());
end $own$;
