import type { Environment } from "../../core/model/environment.ts";
import { stateOfKind } from "../../core/model/environment-state-names.ts";
import { explained } from "../../core/model/reason-links.ts";
import type { WebhookEventType } from "../../core/model/webhook.ts";

/** An action of a command, apart from changes of features. */
export interface Happened {
  readonly type: WebhookEventType;
  /** Only endpoints of this environment are notified; null for all of the project. */
  readonly environmentId: number | null;
  /** Only endpoints of this project are notified; null for all. */
  readonly projectId: number | null;
  /** For endpoints that choose keys; undefined unless the action is about one. */
  readonly key?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function environmentInEvent({ id, slug, name, kind }: Environment) {
  return { id, slug, name, state: stateOfKind(kind) };
}

/** An event of the largest feature has room for links of this length. */
const linksLengthMax = 1_200;

/** The reason with its first links, so that an event stays small. */
export function reasonInEvent(stored: string | null) {
  const { reason, links } = explained(stored);
  let length = 0;
  const count = links.findIndex((link) => {
    length += link.length;
    return length > linksLengthMax;
  });
  return { reason, links: count < 0 ? links : links.slice(0, count) };
}
