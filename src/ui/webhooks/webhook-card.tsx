import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import type { MadeWebhook, WebhookRow } from "../../api/admin/contract/webhook-models.ts";
import { showDone, showFailure } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { Fact } from "../parts/fact.tsx";
import { Menu } from "../parts/menu.tsx";
import { Card } from "../parts/page.tsx";
import { exactTime, RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { EditWebhook } from "./edit-webhook.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { WebhookStatusBadge } from "./webhook-status.tsx";

const { webhooks: words } = settingsTexts.settings;
const soonMs = 60_000;

/** The settings of a webhook, its state, and its actions. */
export function WebhookCard({ webhook }: { readonly webhook: WebhookRow }): ReactElement {
  const { id: environment } = useEnvironment();
  const params = { environment, webhook: webhook.id };
  const [asked, setAsked] = useState<"delete" | "edit" | "rotate" | null>(null);
  const test = useChange("POST /environments/:environment/webhooks/:webhook/test", {
    onDone: ({ outcome, status }) => {
      if (outcome === "delivered") {
        showDone(words.tested.delivered);
      } else {
        const answered =
          status === null ? words.noAnswer : fill(words.statusCode, { status: String(status) });
        showFailure(fill(words.tested[outcome], { status: answered }));
      }
    },
  });
  const change = useChange("PATCH /environments/:environment/webhooks/:webhook");
  const isPaused = webhook.status === "paused";
  return (
    <Card
      aside={
        <>
          <Button isBusy={test.isPending} onClick={() => test.mutate({ params, body: {} })}>
            {words.test}
          </Button>
          <Menu
            actions={[
              { label: words.edit, onChoose: () => setAsked("edit") },
              {
                label: isPaused ? words.resume : words.pause,
                onChoose: () => change.mutate({ params, body: { isPaused: !isPaused } }),
              },
              { label: words.rotate, icon: "key", onChoose: () => setAsked("rotate") },
              {
                label: words.delete,
                icon: "trash",
                isDanger: true,
                onChoose: () => setAsked("delete"),
              },
            ]}
            label={words.actions}
          />
        </>
      }
      title={webhook.name}
    >
      <WebhookFacts webhook={webhook} />
      <EditWebhook isOpen={asked === "edit"} onClose={() => setAsked(null)} webhook={webhook} />
      <DeleteWebhook isOpen={asked === "delete"} onClose={() => setAsked(null)} webhook={webhook} />
      <RotateSecret isOpen={asked === "rotate"} onClose={() => setAsked(null)} webhook={webhook} />
    </Card>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: WebhookRow }): ReactElement {
  const { url, kind, events, keys, status, pausedBy, failingSince, nextTryAt, groups } = webhook;
  return (
    <dl className="facts">
      <Fact label={words.status}>
        <WebhookStatusBadge status={status} /> {pausedBy !== null && words.pausedBy[pausedBy]}
        {webhook.isReplaying && words.replaying} {webhook.lostEvents !== null && words.lost}
      </Fact>
      <Fact label={words.url}>
        <span className="mono">{url}</span>
      </Fact>
      <Fact label={words.kind}>{words.kinds[kind]}</Fact>
      {kind === "events" && (
        <Fact label={words.events}>
          {events.length === 0 ? (
            words.allEvents
          ) : (
            <span className="mono">{events.join(", ")}</span>
          )}
        </Fact>
      )}
      {keys !== null && (
        <Fact label={words.keys}>
          <span className="mono">{keys}</span>
        </Fact>
      )}
      {groups.length > 0 && <Fact label={words.groups}>{groups.join(", ")}</Fact>}
      {webhook.earlierSecretEndsAt !== null && (
        <EarlierSecret endsAt={webhook.earlierSecretEndsAt} id={webhook.id} />
      )}
      {failingSince !== null && (
        <Fact label={words.failingSince}>
          <RelativeTime at={failingSince} />
        </Fact>
      )}
      {nextTryAt !== null && status !== "paused" && (
        <Fact label={words.nextTry}>
          {nextTryAt - Date.now() < soonMs ? words.soon : <RelativeTime at={nextTryAt} />}
        </Fact>
      )}
      <Fact label={words.lastSuccess}>
        <RelativeTime at={webhook.lastSuccessAt} />
      </Fact>
      <Fact label={words.created}>
        <RelativeTime at={webhook.createdAt} />
      </Fact>
    </dl>
  );
}

/** The earlier secret: anyone who stole it can sign messages until it expires. */
function EarlierSecret({ id, endsAt }: { readonly id: number; readonly endsAt: number }) {
  const { id: environment } = useEnvironment();
  const end = useChange("DELETE /environments/:environment/webhooks/:webhook/earlier-secret", {
    onDone: () => showDone(words.endedEarlierSecret),
  });
  return (
    <Fact label={words.earlierSecret}>
      {fill(words.earlierSecretEnds, { time: exactTime(endsAt) })}{" "}
      <Button
        isBusy={end.isPending}
        onClick={() => end.mutate({ params: { environment, webhook: id } })}
      >
        {words.endEarlierSecret}
      </Button>
    </Fact>
  );
}

interface AskProps {
  readonly webhook: WebhookRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DeleteWebhook({ webhook: { id, name }, isOpen, onClose }: AskProps): ReactElement {
  const { id: environment } = useEnvironment();
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const remove = useChange("DELETE /environments/:environment/webhooks/:webhook", {
    onDone: () => {
      onClose();
      showDone(fill(words.deleted, { name }));
      navigate(pagePath("/settings/webhooks"), { replace: true });
    },
  });
  return (
    <ConfirmByName
      action={words.delete}
      description={words.deleteText}
      isBusy={remove.isPending}
      isDanger={true}
      isOpen={isOpen}
      name={null}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { environment, webhook: id } })}
      title={fill(words.deleteTitle, { name })}
    />
  );
}

/** Asks first: the endpoint must get the new secret in time. Then shows it, once. */
function RotateSecret({ webhook: { id, name }, isOpen, onClose }: AskProps): ReactElement {
  const { id: environment } = useEnvironment();
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const rotate = useChange("POST /environments/:environment/webhooks/:webhook/rotate", {
    onDone: setMade,
  });
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Modal
      description={made === null ? words.rotateText : rotatedText(made)}
      isKept={made !== null}
      isOpen={isOpen}
      onClose={close}
      title={made === null ? fill(words.rotateTitle, { name }) : words.madeTitle}
    >
      {made === null ? (
        <footer className="modal-foot">
          <Button onClick={close}>{texts.common.cancel}</Button>
          <Button
            isBusy={rotate.isPending}
            look="main"
            onClick={() => rotate.mutate({ params: { environment, webhook: id }, body: {} })}
          >
            {words.rotate}
          </Button>
        </footer>
      ) : (
        <WebhookSecret made={made} onClose={close} />
      )}
    </Modal>
  );
}

function rotatedText({ webhook: { name, earlierSecretEndsAt: endsAt } }: MadeWebhook): string {
  return endsAt === null
    ? fill(words.rotatedOnlyText, { name })
    : fill(words.rotatedText, { name, time: exactTime(endsAt) });
}
