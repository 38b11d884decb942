import type { ReactElement } from "react";
import { Link } from "wouter";
import type { WebhookRow } from "../../api/admin/contract/webhook-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { rolloutSideTexts } from "../texts/rollout-side-texts.ts";
import type { ShownRollout } from "./shown-rollout.ts";

const { notifications: words } = rolloutSideTexts;
const shownMax = 5;
const readMax = 100;
const minuteMs = 60_000;
const ofRollout = /^(?:rollout|guard)\./;

/** The webhooks that are notified of rollouts, with their latest delivery. Only admins see webhooks. */
export function NotificationsCard({
  rollout,
}: {
  readonly rollout: ShownRollout;
}): ReactElement | null {
  const environment = useEnvironment();
  const pagePath = usePagePath();
  const isAdmin = useMay("admin");
  const { data } = useAnswer(
    "GET /environments/:environment/webhooks",
    { params: { environment: environment.id } },
    { isNeeded: isAdmin },
  );
  if (!isAdmin || data === undefined) {
    return null;
  }
  const notified = data.webhooks.filter(isNotified);
  const others = notified.length - shownMax;
  return (
    <Card
      aside={<Link href={pagePath("/settings/webhooks")}>{words.settings}</Link>}
      isFlush={true}
      title={words.title}
    >
      {notified.length === 0 && (
        <p className="faint rollout-none">{fill(words.none, { environment: environment.name })}</p>
      )}
      <ul className="rollout-past">
        {notified.slice(0, shownMax).map((webhook) => (
          <Notified key={webhook.id} rollout={rollout} webhook={webhook} />
        ))}
        {others > 0 && <li className="faint">{plural(words.more, others)}</li>}
      </ul>
    </Card>
  );
}

function isNotified({ kind, events }: WebhookRow): boolean {
  return kind === "events" && (events.length === 0 || events.some((each) => ofRollout.test(each)));
}

function Notified({
  webhook: { id, name, keys, status },
  rollout: { key, environmentId, startedAt, endedAt },
}: {
  readonly webhook: WebhookRow;
  readonly rollout: ShownRollout;
}): ReactElement {
  const pagePath = usePagePath();
  const { data } = useAnswer(
    "GET /environments/:environment/webhooks/:webhook/deliveries",
    { params: { environment: environmentId, webhook: id }, query: { limit: readMax } },
    // Deliveries cause no events of the page.
    { everyMs: endedAt === null ? minuteMs : undefined },
  );
  const latest = data?.deliveries.find(
    (each) => each.key === key && ofRollout.test(each.type) && each.startedAt >= startedAt,
  );
  const isDelivered = latest?.outcome === "delivered";
  const notes = [
    ...(latest !== undefined
      ? [fill(words.outcomes[latest.outcome], { type: latest.type })]
      : data === undefined
        ? []
        : [words.waiting]),
    ...(status === "active" ? [] : [words[status]]),
    ...(keys === null ? [] : [fill(words.only, { keys })]),
  ];
  return (
    <li>
      <Icon name={latest === undefined ? "clock" : isDelivered ? "check" : "warning"} />
      <span>
        <Link href={pagePath("/settings/webhooks", { webhook: String(id) })}>{name}</Link>{" "}
        <span className={isDelivered || latest === undefined ? "faint" : "danger-ink"}>
          {notes.join(", ")}
        </span>
      </span>
      {latest !== undefined && (
        <span className="faint">
          <RelativeTime at={latest.startedAt} />
        </span>
      )}
    </li>
  );
}
