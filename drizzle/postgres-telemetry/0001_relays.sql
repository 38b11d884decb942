CREATE TABLE "telemetry_relays" (
	"spool" text PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL
);
--> statement-breakpoint
-- Counts a group of a replica's submissions as telemetry_commit_1 does, and stores how far the
-- replica's spool is counted. A group that was counted meanwhile, by this node or another one, fails.
CREATE FUNCTION telemetry_relay_1(
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
    UPDATE telemetry_relays r SET sequence = sequence_through WHERE r.spool = spool_id;
  END IF;
END $$;
