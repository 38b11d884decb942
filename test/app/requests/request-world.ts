import {
  changeFeature,
  ensureFeature,
  removeFeature,
} from "../../../src/app/commands/feature-commands.ts";
import { firstStart } from "../../../src/app/commands/first-start.ts";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { mirrorFeature } from "../../../src/app/commands/mirror-commands.ts";
import { runAs } from "../../../src/app/commands/permit-changes.ts";
import { RequestSchedule } from "../../../src/app/requests/request-schedule.ts";
import { RequestService } from "../../../src/app/requests/request-service.ts";
import { ImmediateWriter } from "../../../src/app/writer/immediate-writer.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import type { Session } from "../../../src/core/model/account.ts";
import type { PolicyRules } from "../../../src/core/model/approval-policy.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { ChangeRequest } from "../../../src/core/model/change-request.ts";
import type { Draft } from "../../../src/core/model/draft.ts";
import type { Environment } from "../../../src/core/model/environment.ts";
import type { Role } from "../../../src/core/model/role.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { dayMs } from "../../../src/core/time-units.ts";
import { MemoryStorage } from "../../../src/storage/memory/in-memory-storage.ts";
import type { StorageReads } from "../../../src/storage/storage.ts";
import { environment, token, user } from "../../contract/sample-entities.ts";

export const stagingId = 50;
const directId = 60;

/** The people of the world: two authors, and the owner and three admins, who may approve. */
export const authors = [102, 103] as const;
export const approvers = [1, 104, 105, 106] as const;

const roles: Readonly<Record<number, Role>> = {
  102: "member",
  103: "member",
  104: "admin",
  105: "admin",
  106: "admin",
};

export function rulesOf(count: number, more: Partial<PolicyRules> = {}): PolicyRules {
  return {
    rules: [{ count, roles: ["admin"], members: [], tokens: [] }],
    expiresDays: 14,
    directTokens: [directId],
    bypass: { roles: ["owner"] },
    turnOff: true,
    reason: "bypass",
    selfApproval: false,
    ...more,
  };
}

/** Two protected environments in memory, with people who open, approve and apply requests. */
export class RequestWorld {
  now = 1_700_000_000_000;
  readonly reads: StorageReads;
  readonly writer: Writer;
  readonly service: RequestService;
  readonly schedule: RequestSchedule;
  readonly failures: unknown[] = [];

  constructor(kept?: { readonly writer: Writer; readonly reads: StorageReads }) {
    const options = {
      groupPolicy: hostedGroupPolicy,
      now: () => this.now,
      onFailure: (error: unknown) => void this.failures.push(error),
    };
    const storage = new MemoryStorage();
    this.reads = kept?.reads ?? storage.reads;
    this.writer =
      kept?.writer ?? new ImmediateWriter({ ...options, storage, state: emptyState, position: 0 });
    this.schedule = new RequestSchedule({ ...options, writer: this.writer });
    this.service = new RequestService({
      ...options,
      writer: this.writer,
      settle: (id) => this.schedule.settle(id),
    });
  }

  static async start(count = 1): Promise<RequestWorld> {
    const world = new RequestWorld();
    await world.setUp(count);
    return world;
  }

  /** Creates the environments, the people and the features. */
  async setUp(count: number): Promise<void> {
    await this.writer.submit(firstStart);
    await this.writer.submit((draft) => {
      const staging = environment(stagingId, { slug: "staging" });
      draft.record({ kind: "environment.created", environment: staging });
      draft.record({ kind: "token.saved", token: token(directId, { environmentId: 1 }) });
      for (const [id, role] of Object.entries(roles)) {
        draft.record({ kind: "user.saved", user: user(Number(id)) });
        this.setRole(draft, Number(id), role);
      }
      for (const key of ["a", "b", "c"]) {
        ensureFeature(draft, this.direct(), key);
      }
    });
    await this.writer.submit((draft) => {
      for (const environmentId of [1, stagingId]) {
        const policy = { environmentId, rules: rulesOf(count), turnedOff: [], bypasses: [] };
        draft.record({ kind: "policy.saved", policy });
      }
    });
  }

  get state(): State {
    return this.writer.state;
  }

  setRole(draft: Draft, userId: number, role: Role | null): void {
    draft.record(
      role === null
        ? { kind: "organization.member_removed", organizationId: 1, userId }
        : { kind: "organization.member_saved", organizationId: 1, userId, role },
    );
  }

  environment(id: number): Environment {
    const found = this.state.environments.get(id);
    if (found === undefined) {
      throw new Error(`there is no environment ${id}`);
    }
    return found;
  }

  /** A signed-in person in an environment. */
  async person(userId: number, environmentId: number, more: Partial<Caller> = {}): Promise<Caller> {
    const hash = `session-${userId}`;
    const session: Session = {
      ...{ hash, id: hash, userId, createdAt: this.now, seenAt: this.now },
      ...{ address: "", userAgent: "" },
    };
    if (this.state.sessions.get(hash)?.createdAt !== this.now) {
      await this.writer.submit((draft) => draft.record({ kind: "session.saved", session }));
    }
    return {
      environment: this.environment(environmentId),
      actor: { type: "User", id: String(userId) },
      userId,
      token: null,
      session: { hash, userId, roleMin: "viewer" },
      ...more,
    };
  }

  /** The token that writes without requests. */
  direct(environmentId = 1): Caller {
    const found = this.state.tokens.find(({ id }) => id === directId);
    return {
      environment: this.state.environments.get(environmentId) ?? environment(1),
      actor: { type: "Token", id: String(directId) },
      userId: 1,
      token: found ?? null,
    };
  }

  /** Changes a feature without a request, in the given way. */
  async changeDirectly(key: string, environmentId: number, change: DirectChange): Promise<void> {
    const caller = this.direct(environmentId);
    await this.writer.submit((draft) =>
      runAs(draft, caller, () => {
        const feature = ensureFeature(draft, caller, key);
        if (change === "remove") {
          removeFeature(draft, caller, key);
        } else if (change === "mirror") {
          if (environmentId !== 1) {
            mirrorFeature(draft, caller, feature);
          }
        } else {
          const value = { action: "percentage_of_actors", value: change } as const;
          changeFeature(draft, caller, feature, value);
        }
      }),
    );
  }

  /** Sets the percentage of actors as a person; 0 closes the gates. */
  async writePercentage(caller: Caller, key: string, value: number): Promise<void> {
    await this.writer.submit((draft) =>
      runAs(draft, caller, () => {
        const feature = ensureFeature(draft, caller, key);
        changeFeature(
          draft,
          caller,
          feature,
          value === 0 ? { action: "clear" } : { action: "percentage_of_actors", value },
        );
      }),
    );
  }

  /** A request as it was stored last. */
  async stored(id: number): Promise<ChangeRequest> {
    const found = this.state.requests.get(id) ?? (await this.reads.request(id));
    if (found === null) {
      throw new Error(`there is no request ${id}`);
    }
    return found;
  }

  pass(days: number): void {
    this.now += Math.ceil(days * dayMs);
  }

  async settleAll(): Promise<void> {
    for (const id of this.state.requests.keys()) {
      await this.schedule.settle(id);
    }
  }
}

export type DirectChange = number | "remove" | "mirror";
