import type { ReactElement } from "react";
import type { WebhookStatus } from "../../api/admin/contract/webhook-models.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { statuses } = settingsTexts.settings.webhooks;

const looks: Readonly<Record<WebhookStatus, string>> = {
  active: "badge badge-on",
  failing: "badge badge-conditional",
  paused: "badge badge-off",
  needs_rotate: "badge badge-conditional",
};

export function WebhookStatusBadge({ status }: { readonly status: WebhookStatus }): ReactElement {
  return <span className={looks[status]}>{statuses[status]}</span>;
}
