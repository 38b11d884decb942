import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { WebhookRow } from "../../api/admin/contract/webhook-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { LaterStyles } from "../parts/later-styles.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import styles from "../style/webhooks.css" with { type: "file" };
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { NewWebhookModal } from "./new-webhook-modal.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookStatusBadge } from "./webhook-status.tsx";

const { webhooks: words } = settingsTexts.settings;

/** The webhooks of the environment, or the one that the URL names as `webhook=ID`. */
export function WebhooksSection(): ReactElement {
  const { id: environment } = useEnvironment();
  const [params] = useQueryState();
  const shown = params.get("webhook");
  const query = useAnswer(
    "GET /environments/:environment/webhooks",
    { params: { environment } },
    // Deliveries cause no events of the page, so they are reloaded while the person looks.
    { isUnderWay: () => shown !== null },
  );
  return (
    <>
      <LaterStyles file={styles} />
      <Loaded name={words.title} query={query}>
        {({ webhooks }) => {
          const webhook = webhooks.find(({ id }) => String(id) === shown);
          return shown === null ? (
            <WebhookList webhooks={webhooks} />
          ) : (
            <OneWebhook webhook={webhook} />
          );
        }}
      </Loaded>
    </>
  );
}

function WebhookList({ webhooks }: { readonly webhooks: readonly WebhookRow[] }): ReactElement {
  const environment = useEnvironment();
  const pagePath = usePagePath();
  const [isMaking, setMaking] = useState(false);
  return (
    <Card
      aside={
        <Button icon="plus" look="main" onClick={() => setMaking(true)}>
          {words.create}
        </Button>
      }
      isFlush={true}
      title={fill(words.of, { environment: environment.name })}
    >
      {webhooks.length === 0 ? (
        <EmptyState icon="external" title={words.emptyTitle}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ul className="rows">
          {webhooks.map((webhook) => (
            <li className="row" key={webhook.id}>
              <div className="row-main">
                <b>{webhook.name}</b>
                <small>
                  {words.kinds[webhook.kind]} · <span className="mono">{webhook.url}</span>
                </small>
              </div>
              <WebhookStatusBadge status={webhook.status} />
              <Link
                aria-label={fill(words.open, { name: webhook.name })}
                className="button button-normal"
                href={pagePath("/settings/webhooks", { webhook: String(webhook.id) })}
              >
                {texts.common.show}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NewWebhookModal
        environment={environment}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
      />
    </Card>
  );
}

function OneWebhook({ webhook }: { readonly webhook: WebhookRow | undefined }): ReactElement {
  const pagePath = usePagePath();
  return (
    <>
      <p>
        <Link href={pagePath("/settings/webhooks")}>← {words.back}</Link>
      </p>
      {webhook === undefined ? (
        <EmptyState icon="info" title={words.missing} />
      ) : (
        <>
          <WebhookCard webhook={webhook} />
          <DeliveriesCard webhook={webhook} />
        </>
      )}
    </>
  );
}
