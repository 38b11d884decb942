import type { Change } from "../../core/model/change.ts";
import { signOnKey } from "../../core/model/sign-on.ts";
import type { State } from "../../core/model/state.ts";

/** What a commit changed, in the words of the clients. */
export const eventTopics = [
  "features",
  "environments",
  "tokens",
  "members",
  "settings",
  "audits",
  "requests",
  "rollouts",
  "comments",
  "acts",
] as const;
export type EventTopic = (typeof eventTopics)[number];

/** The keys of features; null if there are too many to name. */
export type ChangedKeys = ReadonlySet<string> | null;

/** The changes of one commit, without the values. */
export interface CommitEvent {
  /** Counts from 1 in each process. */
  readonly sequence: number;
  /** The revision of each changed project after the commit. */
  readonly revisions: ReadonlyMap<number, number>;
  /** The topics of all environments. */
  readonly topics: ReadonlySet<EventTopic>;
  /** Features that were described, created or deleted, by project. */
  readonly projectKeys: ReadonlyMap<number, ChangedKeys>;
  /** Features whose gates were written, by environment. */
  readonly environmentKeys: ReadonlyMap<number, ChangedKeys>;
  /** The environments with new audits. */
  readonly auditedEnvironments: ReadonlySet<number>;
}

/** The maximum number of features in an event. */
export const namedKeysMax = 100;

/** Describes a commit; undefined if it changed nothing that clients show. */
export function commitEventOf(
  sequence: number,
  changes: readonly Change[],
  state: State,
): CommitEvent | undefined {
  const topics = new Set<EventTopic>();
  const projects = new Set<number>();
  const projectKeys: NamedKeys = new Map();
  const environmentKeys: NamedKeys = new Map();
  const auditedEnvironments = new Set<number>();
  for (const change of changes) {
    switch (change.kind) {
      case "feature.saved":
      case "feature.removed":
        projects.add(change.feature.projectId);
        addKey(projectKeys, change.feature.projectId, change.feature.key);
        break;
      case "gates.written":
      case "override.dropped":
        projects.add(change.feature.projectId);
        addKey(environmentKeys, change.environmentId, change.feature.key);
        break;
      case "audit.recorded":
        auditedEnvironments.add(change.audit.environmentId);
        break;
      case "audits.recorded":
        auditedEnvironments.add(change.audits.environmentId);
        break;
      default: {
        const topic = topicOf(change);
        if (topic !== undefined) {
          topics.add(topic);
        }
      }
    }
  }
  const isEmpty =
    topics.size + projectKeys.size + environmentKeys.size + auditedEnvironments.size === 0;
  return isEmpty
    ? undefined
    : {
        sequence,
        revisions: new Map([...projects].map((id) => [id, state.revisions.get(id) ?? 0])),
        topics,
        projectKeys,
        environmentKeys,
        auditedEnvironments,
      };
}

type NamedKeys = Map<number, Set<string> | null>;

function addKey(keysById: NamedKeys, id: number, key: string): void {
  const keys = keysById.get(id);
  if (keys === undefined) {
    keysById.set(id, new Set([key]));
  } else if (keys !== null && keys.add(key).size > namedKeysMax) {
    keysById.set(id, null);
  }
}

/**
 * Undefined for changes that are not shown, such as the use of tokens, which is stored every minute.
 */
function topicOf(change: Change): EventTopic | undefined {
  switch (change.kind) {
    case "sign_on.saved":
      return isWrittenAtSignIn(signOnKey(change.record)) ? undefined : "members";
    case "sign_on.removed":
      return isWrittenAtSignIn(change.key) ? undefined : "members";
    case "environment.created":
    case "environment.deleted":
      return "environments";
    case "token.saved":
      return "tokens";
    case "organization.member_saved":
    case "organization.member_removed":
    case "project.member_added":
    case "project.member_removed":
    case "user.saved":
    case "password.saved":
    case "sign_in_link.saved":
    case "sign_in_link.removed":
      return "members";
    case "organization.saved":
    case "project.saved":
    case "group.added":
    case "group.removed":
    case "webhook.saved":
    case "webhook.deleted":
      return "settings";
    case "policy.saved":
    case "policy.removed":
    case "request.saved":
      return "requests";
    case "rollout.saved":
      return "rollouts";
    case "comment.saved":
    case "comment.edited":
    case "comment.deleted":
      return "comments";
    case "act.recorded":
      return "acts";
    default:
      return undefined;
  }
}

/** Each sign-in of a person with a provider, and of a job, stores these. */
function isWrittenAtSignIn(key: string): boolean {
  return key.startsWith("identity ") || key.startsWith("job_token ");
}
