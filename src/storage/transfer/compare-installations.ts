import { Map as ImmutableMap, Set as ImmutableSet } from "immutable";
import { Toggle } from "../../core/evaluation/toggle.ts";
import type { State } from "../../core/model/state.ts";
import type { OpenedStorage } from "../storage.ts";
import { historyBetween } from "./transferred-audits.ts";
import { sameComments, sameRequests, sameRollouts } from "./transferred-governance.ts";
import { sameRecord } from "./transferred-record.ts";
import { deliveriesOf, eventPages } from "./transferred-webhooks.ts";

type Compared = Pick<OpenedStorage, "state" | "storage">;

const auditsPerPage = 500;

/** The name of the first part in which two storages differ, row by row; null if they are equal. */
export async function firstDifference(left: Compared, right: Compared): Promise<string | null> {
  const part = differingPart(left.state, right.state);
  if (part !== null) {
    return part;
  }
  for (const [environmentId, newest] of left.state.auditSequences) {
    if (!(await sameAudits(left, right, environmentId, newest))) {
      return `audits of environment ${environmentId}`;
    }
  }
  for (const environmentId of left.state.environments.keys()) {
    if (!(await sameEvents(left, right, environmentId))) {
      return `events of environment ${environmentId}`;
    }
    if (!(await sameRequests(left.storage.reads, right.storage.reads, environmentId))) {
      return `requests of environment ${environmentId}`;
    }
    if (!(await sameRollouts(left.storage.reads, right.storage.reads, environmentId))) {
      return `rollouts of environment ${environmentId}`;
    }
  }
  if (!(await sameComments(left.storage.reads, right.storage.reads))) {
    return "comments";
  }
  for (const webhookId of left.state.webhooks.keys()) {
    const [deliveries, others] = await Promise.all([
      deliveriesOf(left.storage.reads, webhookId),
      deliveriesOf(right.storage.reads, webhookId),
    ]);
    if (!Bun.deepEquals(deliveries, others)) {
      return `deliveries of webhook ${webhookId}`;
    }
  }
  // Its hashes differ with every other part, so it is the least exact answer.
  return (await sameRecord(left.storage.reads, right.storage.reads))
    ? null
    : "the record of acts and hashes";
}

function differingPart(left: State, right: State): string | null {
  const others: Readonly<Record<string, unknown>> = { ...right };
  for (const [part, value] of Object.entries(left)) {
    if (!sameValue(value, others[part])) {
      return part;
    }
  }
  return null;
}

/** Empty sums, sets and maps are equal to missing ones. */
function sameValue(left: unknown, right: unknown): boolean {
  if (ImmutableMap.isMap(left) && ImmutableMap.isMap(right)) {
    const keys = new Set([...left.keys(), ...right.keys()]);
    return [...keys].every((key) => sameValue(left.get(key), right.get(key)));
  }
  if (ImmutableSet.isSet(left) && ImmutableSet.isSet(right)) {
    return left.equals(right);
  }
  if (left === undefined || right === undefined) {
    return isEmpty(left ?? right);
  }
  if (left instanceof Toggle && right instanceof Toggle) {
    return Bun.deepEquals(left.gates, right.gates);
  }
  return isStoredBytes(left) && isStoredBytes(right)
    ? sameValue(left.byEnvironment, right.byEnvironment) &&
        sameValue(left.byProject, right.byProject)
    : Bun.deepEquals(left, right);
}

function isEmpty(value: unknown): boolean {
  if (ImmutableMap.isMap(value) || ImmutableSet.isSet(value)) {
    return value.size === 0;
  }
  return value === undefined || value === 0;
}

function isStoredBytes(value: unknown): value is State["storedBytes"] {
  return typeof value === "object" && value !== null && "byEnvironment" in value;
}

async function sameAudits(
  left: Compared,
  right: Compared,
  environmentId: number,
  newest: number,
): Promise<boolean> {
  for (let from = 1; from <= newest; from += auditsPerPage) {
    const through = Math.min(newest, from + auditsPerPage - 1);
    const [audits, others] = await Promise.all([
      historyBetween(left.storage.reads, environmentId, from, through),
      historyBetween(right.storage.reads, environmentId, from, through),
    ]);
    if (!Bun.deepEquals(audits, others)) {
      return false;
    }
  }
  return true;
}

async function sameEvents(left: Compared, right: Compared, environmentId: number) {
  const others = eventPages(right.state, right.storage.reads, environmentId);
  for await (const events of eventPages(left.state, left.storage.reads, environmentId)) {
    const { value } = await others.next();
    if (!Bun.deepEquals(events, value)) {
      return false;
    }
  }
  return (await others.next()).done === true;
}
