/** A fault in Prometheus' notation for series of tests, one value a minute. */
interface FiringAlert {
  readonly alert: string;
  /** The labels of the alert, without its severity. */
  readonly labels: Readonly<Record<string, string>>;
  readonly series: Readonly<Record<string, string>>;
  readonly summary: string;
  /** When it must fire. */
  readonly at: string;
}

const server = 'job="gatehouse", instance="a"';
const labels = { job: "gatehouse", instance: "a" };
const requests = "gatehouse_http_requests_total";
const bucket = "gatehouse_http_request_duration_seconds_bucket";

export const firingAlerts: readonly FiringAlert[] = [
  {
    alert: "GatehouseDown",
    summary: "a does not answer",
    labels,
    series: { [`up{${server}}`]: "1 0 0 0" },
    at: "3m",
  },
  {
    alert: "GatehouseRestarts",
    summary: "a restarted 3 times in 30 minutes",
    labels,
    series: { [`process_start_time_seconds{${server}}`]: "1 1 2 2 3 4 4" },
    at: "6m",
  },
  {
    alert: "GatehouseCommitsFail",
    summary: "a cannot store changes",
    labels,
    series: { [`gatehouse_commits_failed_total{${server}}`]: "0 0 1 1" },
    at: "3m",
  },
  {
    alert: "GatehouseWritesWait",
    summary: "2000 changes wait on a",
    labels,
    series: { [`gatehouse_writer_waiting{${server}}`]: "0 2000x5" },
    at: "5m",
  },
  {
    alert: "GatehouseServerErrors",
    summary: "10% of the answers of a are errors of the server",
    labels: { instance: "a" },
    series: {
      [`${requests}{${server}, route="/adapter/features", status="200"}`]: "0+900x20",
      [`${requests}{${server}, route="/adapter/features", status="503"}`]: "0+100x20",
    },
    at: "20m",
  },
  {
    alert: "GatehouseSlowAnswers",
    summary: "One in 100 reads of a takes 475ms",
    labels: { instance: "a" },
    series: {
      [`${bucket}{${server}, method="GET", le="0.25"}`]: "0+90x30",
      [`${bucket}{${server}, method="GET", le="0.5"}`]: "0+100x30",
      [`${bucket}{${server}, method="GET", le="+Inf"}`]: "0+100x30",
    },
    at: "25m",
  },
  {
    alert: "GatehouseTelemetryDropped",
    summary: "a drops telemetry: unknown_key",
    labels: { instance: "a", reason: "unknown_key" },
    series: { [`gatehouse_telemetry_dropped_total{${server}, reason="unknown_key"}`]: "0+50x20" },
    at: "20m",
  },
  {
    alert: "GatehouseTelemetryRestarts",
    summary: "The telemetry worker of a ended and was restarted",
    labels,
    series: { [`gatehouse_telemetry_worker_restarts_total{${server}}`]: "0 0 1 1" },
    at: "3m",
  },
  {
    alert: "GatehouseWebhookFailing",
    summary: "A webhook of a has failed for 2h 0m 0s",
    labels,
    series: { [`gatehouse_webhook_failing_seconds{${server}}`]: "0 7200" },
    at: "1m",
  },
  {
    alert: "GatehouseWebhookLostEvents",
    summary: "A webhook of a was too far behind and lost its oldest events",
    labels,
    series: { [`gatehouse_webhook_losses_total{${server}}`]: "0 1" },
    at: "1m",
  },
  {
    alert: "GatehouseWebhookPaused",
    summary: "2 webhooks of a are paused because they failed",
    labels: { ...labels, status: "paused_failing" },
    series: { [`gatehouse_webhooks{${server}, status="paused_failing"}`]: "0 2" },
    at: "1m",
  },
  {
    alert: "GatehouseBehindDatabase",
    summary: "a has not reached its shared database for 2m 0s",
    labels,
    series: { [`gatehouse_cluster_stale_seconds{${server}}`]: "0 0 60 120" },
    at: "3m",
  },
  {
    alert: "GatehouseForeignLock",
    summary: "Another role of the database holds a lock of Gatehouse",
    labels: { job: "gatehouse" },
    series: { [`gatehouse_cluster_foreign_lock_roles{${server}}`]: "1x10" },
    at: "3m",
  },
  {
    alert: "GatehouseNoLeader",
    summary: "No server does the scheduled work",
    labels: { job: "gatehouse" },
    series: {
      [`gatehouse_cluster_leading{${server}}`]: "1 0x10",
      'gatehouse_cluster_leading{job="gatehouse", instance="b"}': "0x11",
    },
    at: "8m",
  },
  {
    alert: "GatehouseReplicaBehind",
    summary: "The data of the replica a is 10m 0s old",
    labels,
    series: { [`gatehouse_replica_age_seconds{${server}}`]: "0 600x5" },
    at: "3m",
  },
  {
    alert: "GatehouseBackupsFail",
    summary: "The scheduled backups of a fail",
    labels,
    series: { [`gatehouse_backup_failing{${server}}`]: "0 1x40" },
    at: "35m",
  },
];

/** A busy server without a fault: one restart, a few waiting changes, slow writes, a 503 of /readyz. */
export const quietAlerts: Readonly<Record<string, string>> = {
  [`up{${server}}`]: "1x20 0 1x20",
  [`process_start_time_seconds{${server}}`]: "1x20 2x20",
  [`gatehouse_commits_failed_total{${server}}`]: "3x40",
  [`gatehouse_writer_waiting{${server}}`]: "900x38 2000 2000",
  [`${requests}{${server}, route="/adapter/features", status="200"}`]: "0+900x40",
  [`${requests}{${server}, route="/adapter/features", status="404"}`]: "0+900x40",
  [`${requests}{${server}, route="/readyz", status="503"}`]: "0+100x40",
  [`${bucket}{${server}, method="GET", le="0.25"}`]: "0+100x40",
  [`${bucket}{${server}, method="GET", le="+Inf"}`]: "0+100x40",
  [`${bucket}{${server}, method="POST", le="0.25"}`]: "0x40",
  [`${bucket}{${server}, method="POST", le="+Inf"}`]: "0+100x40",
  [`gatehouse_telemetry_dropped_total{${server}, reason="unknown_key"}`]: "0+1x40",
  [`gatehouse_telemetry_worker_restarts_total{${server}}`]: "1x40",
  [`gatehouse_webhook_failing_seconds{${server}}`]: "0 60 600 0x37",
  [`gatehouse_webhook_losses_total{${server}}`]: "4x40",
  [`gatehouse_webhooks{${server}, status="paused"}`]: "3x40",
  [`gatehouse_webhooks{${server}, status="paused_failing"}`]: "0x40",
  [`gatehouse_cluster_stale_seconds{${server}}`]: "0x36 40 0x3",
  [`gatehouse_cluster_leading{${server}}`]: "0x20 1x20",
  'gatehouse_cluster_leading{job="gatehouse", instance="b"}': "1x20 0x20",
  [`gatehouse_replica_age_seconds{${server}}`]: "1x40",
  [`gatehouse_backup_failing{${server}}`]: "0 1x20 0x19",
};
