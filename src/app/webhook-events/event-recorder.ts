import { sameGates } from "../../core/evaluation/gate-change.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { Environment } from "../../core/model/environment.ts";
import { type Feature, isDescribedAs } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature, ownToggle, productionOf } from "../../core/model/state-lookups.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import {
  eventDataLengthMax,
  isNotifiedOf,
  type LoggedEventType,
  type WebhookEvent,
} from "../../core/model/webhook-event.ts";
import { environmentInEvent, type Happened, reasonInEvent } from "./event-parts.ts";
import { type FeatureInEvent, featureInEvent } from "./feature-in-event.ts";
import { authorOfChanges, happenedIn, reasonOfChanges } from "./happened.ts";

/** The changes of a command. */
export interface RanCommandChanges {
  readonly before: State;
  readonly after: State;
  readonly changes: readonly Change[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Whether there is any endpoint to notify; most installations have none. */
export function hasWebhooks(state: State): boolean {
  return state.webhooks.size > 0;
}

/**
 * The webhook events of a command, in steps. An environment that mirrors Production has its own
 * event for a change there, as the gates that it serves have changed.
 */
export function* eventsOfCommand(
  command: RanCommandChanges,
): Generator<void, readonly WebhookEvent[]> {
  const { before, after, changes } = command;
  const events = new EventList(command);
  const touched = touchedKeys(changes);
  const author = touched.size === 0 ? null : authorOfChanges(changes);
  const reason = touched.size === 0 ? null : reasonOfChanges(changes);
  const byEnvironment = Map.groupBy(after.webhooks.values(), (webhook) => webhook.environmentId);
  for (const [environmentId, webhooks] of byEnvironment) {
    const environment = after.environments.get(environmentId);
    const keys = environment && touched.get(environment.projectId);
    if (environment !== undefined && keys !== undefined) {
      yield* featureEvents({ events, environment, webhooks, keys, author, reason });
    }
  }
  for (const change of changes) {
    const happened = happenedIn(change, before, after);
    if (happened !== undefined) {
      addEvents(events, happened, byEnvironment);
    }
    yield;
  }
  return events.list;
}

/** The keys of features that may have changed, by project. */
function touchedKeys(changes: readonly Change[]): ReadonlyMap<number, ReadonlySet<string>> {
  const touched = new Map<number, Set<string>>();
  for (const change of changes) {
    switch (change.kind) {
      case "feature.saved":
      case "feature.removed":
      case "gates.written":
      case "override.dropped": {
        const { projectId, key } = change.feature;
        touched.set(projectId, (touched.get(projectId) ?? new Set()).add(key));
        break;
      }
      default:
        break;
    }
  }
  return touched;
}

interface FeatureEventInput {
  readonly events: EventList;
  readonly environment: Environment;
  readonly webhooks: readonly Webhook[];
  readonly keys: ReadonlySet<string>;
  readonly author: AuditActor | null;
  readonly reason: string | null;
}

/** Endpoints that fetch the changes need one event of a command, whatever it changed. */
function* featureEvents(input: FeatureEventInput): Generator<void, void> {
  const { events, environment, webhooks, keys, author, reason } = input;
  const { before, after } = events.command;
  const details = webhooks.filter(({ kind }) => kind === "events");
  let isSyncRecorded = details.length === webhooks.length;
  for (const key of keys) {
    const change = featureChange(before, after, environment, key);
    if (change !== undefined) {
      const about = { type: change.type, key };
      if (details.some((webhook) => isNotifiedOf(webhook, about))) {
        events.add(environment.id, about, {
          ...placeInEvent(after, environment),
          actor: author,
          ...reasonInEvent(reason),
          feature: { key },
          before: inEvent(before, change.before),
          after: inEvent(after, change.after),
        });
        isSyncRecorded = true;
      } else if (!isSyncRecorded && change.isOfGates) {
        events.add(environment.id, { type: "features.changed", key: null }, {});
        isSyncRecorded = true;
      }
      if (details.length === 0 && isSyncRecorded) {
        return;
      }
    }
    yield;
  }
}

function inEvent(state: State, served: ServedFeature | null): FeatureInEvent | null {
  return served && featureInEvent(state, served.feature, served.gates);
}

interface FeatureChange {
  readonly type: LoggedEventType;
  readonly before: ServedFeature | null;
  readonly after: ServedFeature | null;
  /** Descriptions are not sent to applications. */
  readonly isOfGates: boolean;
}

/** A feature with the gates that an environment serves. */
interface ServedFeature {
  readonly feature: Feature;
  readonly gates: Gates;
}

/** Undefined if the environment serves the same gates as before, and the description is the same. */
function featureChange(
  before: State,
  after: State,
  environment: Environment,
  key: string,
): FeatureChange | undefined {
  const known = servedFeature(before, environment, key);
  const changed = servedFeature(after, environment, key);
  const change = { before: known, after: changed };
  if (known === null || changed === null) {
    const type = known === null ? "feature.created" : "feature.deleted";
    return known === changed ? undefined : { ...change, type, isOfGates: true };
  }
  const isOfGates = !sameGates(known.gates, changed.gates);
  return isOfGates || !isDescribedAs(known.feature, changed.feature)
    ? { ...change, type: "feature.updated", isOfGates }
    : undefined;
}

/** Null for a missing feature or environment. */
function servedFeature(state: State, environment: Environment, key: string): ServedFeature | null {
  const { projectId } = environment;
  const feature = findFeature(state, projectId, key);
  if (feature === undefined || !state.environments.has(environment.id)) {
    return null;
  }
  const production = productionOf(state, projectId);
  const toggle = ownToggle(state, environment, key) ?? ownToggle(state, production, key);
  return toggle === undefined ? null : { feature, gates: toggle.gates };
}

function addEvents(
  events: EventList,
  { type, environmentId, projectId, key, data }: Happened,
  byEnvironment: ReadonlyMap<number, readonly Webhook[]>,
): void {
  const { after } = events.command;
  const about = { type, key: key ?? null };
  for (const [id, webhooks] of byEnvironment) {
    const environment = after.environments.get(id);
    const isPlace =
      environment !== undefined &&
      (environmentId === null || environmentId === id) &&
      (projectId === null || projectId === environment.projectId);
    if (isPlace && webhooks.some((webhook) => isNotifiedOf(webhook, about))) {
      events.add(id, about, { ...placeInEvent(after, environment), ...data });
    }
  }
}

function placeInEvent(state: State, environment: Environment) {
  const project = state.projects.get(environment.projectId);
  return {
    project: { id: environment.projectId, name: project?.name ?? "" },
    environment: environmentInEvent(environment),
  };
}

class EventList {
  readonly command: RanCommandChanges;
  readonly list: WebhookEvent[] = [];

  constructor(command: RanCommandChanges) {
    this.command = command;
  }

  add(
    environmentId: number,
    about: Pick<WebhookEvent, "type" | "key">,
    data: Readonly<Record<string, unknown>>,
  ): void {
    const { after, now } = this.command;
    const text = JSON.stringify(data);
    this.list.push({
      id: after.lastIds.webhookEvent + this.list.length + 1,
      uuid: crypto.randomUUID(),
      environmentId,
      ...about,
      createdAt: now,
      data: text.length <= eventDataLengthMax ? text : "{}",
    });
  }
}
