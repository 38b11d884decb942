import { type ReactElement, useState } from "react";
import type { DeliveryRow } from "../../api/admin/contract/delivery-models.ts";
import type { WebhookRow } from "../../api/admin/contract/webhook-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { Payload } from "./delivery-payload.tsx";

const { webhooks: words } = settingsTexts.settings;
const redeliverRoute = "POST /environments/:environment/webhooks/:webhook/redeliver";

interface DeliveriesProps {
  readonly webhook: WebhookRow;
}

/** The delivery log, latest first, with a form to send events again. */
export function DeliveriesCard(props: DeliveriesProps): ReactElement {
  return (
    <>
      <Card isFlush={true} title={words.deliveries}>
        <DeliveryPage {...props} />
      </Card>
      {props.webhook.kind === "events" && (
        <Card title={words.replay}>
          <Replay webhook={props.webhook} />
        </Card>
      )}
    </>
  );
}

function DeliveryPage({
  before,
  ...props
}: DeliveriesProps & { readonly before?: number }): ReactElement {
  const { webhook } = props;
  const { id: environment } = useEnvironment();
  const [isMoreShown, setMoreShown] = useState(false);
  const query = useAnswer(
    "GET /environments/:environment/webhooks/:webhook/deliveries",
    {
      params: { environment, webhook: webhook.id },
      query: before === undefined ? {} : { before },
    },
    { isUnderWay: () => before === undefined },
  );
  return (
    <Loaded name={words.deliveries} query={query}>
      {({ deliveries, hasMore }) => (
        <>
          {deliveries.length === 0 && before === undefined && (
            <EmptyState icon="external" title={words.noDeliveries}>
              {words.noDeliveriesText}
            </EmptyState>
          )}
          <ul className="rows">
            {deliveries.map((delivery) => (
              <Delivery delivery={delivery} key={delivery.number} webhook={webhook} />
            ))}
          </ul>
          {hasMore && !isMoreShown && (
            <div className="card-foot">
              <Button look="plain" onClick={() => setMoreShown(true)}>
                {words.older}
              </Button>
            </div>
          )}
          {hasMore && isMoreShown && (
            <DeliveryPage {...props} before={deliveries.at(-1)?.number ?? 1} />
          )}
        </>
      )}
    </Loaded>
  );
}

const looks: Readonly<Record<DeliveryRow["outcome"], string>> = {
  delivered: "badge badge-on",
  failed: "badge badge-conditional",
  refused: "badge badge-off",
  gave_up: "badge badge-off",
};

function Delivery({
  delivery,
  webhook,
}: {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
}): ReactElement {
  const { id: environment } = useEnvironment();
  const { number, type, key, fromEvent, toEvent, outcome, problem, answer } = delivery;
  const retry = useChange(redeliverRoute, { onDone: () => showDone(words.willRetry) });
  return (
    <li className="row">
      <div className="row-main">
        <span className={looks[outcome]}>{words.outcomes[outcome]}</span> <b>{type}</b>{" "}
        {key !== null && <span className="mono">{key}</span>}
        <small>
          <RelativeTime at={delivery.startedAt} /> · {factsOf(delivery).join(" · ")}
        </small>
        {problem !== null && <small>{problem}</small>}
        {answer !== "" && (
          <details className="delivery-answer" open={outcome !== "delivered"}>
            <summary>{words.answer}</summary>
            <pre>{answer}</pre>
          </details>
        )}
        <Payload delivery={delivery} webhook={webhook} />
      </div>
      {fromEvent !== null && toEvent !== null && (
        <Button
          aria-label={fill(words.retryNumber, { number })}
          isSmall={true}
          isBusy={retry.isPending}
          onClick={() =>
            retry.mutate({
              params: { environment, webhook: webhook.id },
              body: { from: fromEvent, to: toEvent },
            })
          }
        >
          {words.retry}
        </Button>
      )}
    </li>
  );
}

function factsOf(delivery: DeliveryRow): readonly string[] {
  const { status, attempt, durationMs, fromEvent, toEvent } = delivery;
  const from = String(fromEvent);
  const to = String(toEvent);
  return [
    status === null ? words.noAnswer : fill(words.statusCode, { status }),
    fill(words.tookMs, { ms: Math.round(durationMs) }),
    ...(attempt === 1 ? [] : [fill(words.try, { attempt })]),
    ...(fromEvent === null
      ? []
      : [from === to ? fill(words.oneEvent, { from }) : fill(words.eventRange, { from, to })]),
  ];
}

function Replay({ webhook }: { readonly webhook: WebhookRow }): ReactElement {
  const { id: environment } = useEnvironment();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const replay = useChange(redeliverRoute, {
    isShown: () => true,
    onDone: () => {
      setFrom("");
      setTo("");
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        replay.mutate({
          params: { environment, webhook: webhook.id },
          body: { from: Number(from), ...(to === "" ? {} : { to: Number(to) }) },
        });
      }}
    >
      <p>{words.replayText}</p>
      <div className="inline-form">
        <TextField
          error={replay.error?.message}
          inputMode="numeric"
          label={words.replayFrom}
          min={1}
          onChange={({ target }) => setFrom(target.value)}
          required={true}
          type="number"
          value={from}
        />
        <TextField
          inputMode="numeric"
          label={words.replayTo}
          min={1}
          onChange={({ target }) => setTo(target.value)}
          type="number"
          value={to}
        />
      </div>
      <div>
        <Button isBusy={replay.isPending} type="submit">
          {words.retry}
        </Button>
      </div>
    </form>
  );
}
