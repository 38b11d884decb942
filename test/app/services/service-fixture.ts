import { createEnvironment } from "../../../src/app/commands/environment-commands.ts";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { createServices, type Services } from "../../../src/app/services/services.ts";
import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { Environment } from "../../../src/core/model/environment.ts";
import { emptyState } from "../../../src/core/model/state.ts";
import { MemoryStorage } from "../../../src/storage/memory/in-memory-storage.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../../src/storage/storage.ts";
import { rehearsingWriter } from "../../helpers/rehearsing-writer.ts";

/** Services with Production and one custom environment. */
export interface ServiceFixture extends AsyncDisposable {
  readonly services: Services;
  readonly production: Caller;
  readonly staging: Caller;
  /** Milliseconds since the epoch; tests set it. */
  readonly clock: { now: number };
}

export const storageKinds: readonly (readonly [string, () => Promise<OpenedStorage>])[] = [
  ["sqlite", () => openSqliteStorage(":memory:")],
  ["memory", async () => ({ storage: new MemoryStorage(), state: emptyState, position: 0 })],
];

export async function startServices(
  open = () => openSqliteStorage(":memory:"),
): Promise<ServiceFixture> {
  const clock = { now: 1_700_000_000_000 };
  const faults: unknown[] = [];
  const services = createServices({
    opened: {
      ...(await open()),
      // Commands may be run again (docs/internals.md#ideas).
      openWriter: (options) => rehearsingWriter(new LocalWriter(options)),
    },
    groupPolicy: hostedGroupPolicy,
    checkInputs: { now: () => clock.now, random: () => 0.5, crc32: Bun.hash.crc32 },
    onFault: (error) => faults.push(error),
  });
  await services.ready;
  const { writer } = services;
  const production = writer.state.productions.first();
  if (production === undefined) {
    throw new Error("there is no Production");
  }
  const { projectId } = production;
  const staging = await writer.submit((draft) =>
    createEnvironment(draft, {
      projectId,
      name: "Staging",
      slug: "staging",
      kind: "custom",
      creatorTokenId: null,
    }),
  );
  return {
    services,
    clock,
    production: callerIn(production),
    staging: callerIn(staging),
    async [Symbol.asyncDispose]() {
      await services.close();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the services had faults");
      }
    },
  };
}

export function callerIn(environment: Environment): Caller {
  return { environment, actor: { type: "User", id: "1" }, userId: 1, token: null };
}

/** The sequence of an environment's newest audit. */
export function newestSequence({ writer }: Services, { environment }: Caller): number {
  return writer.state.auditSequences.get(environment.id) ?? 0;
}
