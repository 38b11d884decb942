import { expect, test } from "bun:test";
import fc from "fast-check";
import type { State } from "../../src/core/model/state.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { countedBytes, keptBytes } from "../contract/counted-bytes.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { seeded } from "../fuzz/seed.ts";
import type { Answer } from "../helpers/answer.ts";
import { firstProjectId, mirror, setPlan } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";
import { runsOf } from "../helpers/runs.ts";

const runs = runsOf(4);
const token = "a-token-of-this-test";

const key = fc.constantFrom("a", "bé", "c/d", "🎉");
const member = fc.constantFrom("x", "é", "User;1", "y".repeat(9));
const gates = fc.record({
  actors: fc.array(member, { maxLength: 4 }),
  groups: fc.array(member, { maxLength: 2 }),
  expression: fc.constantFrom(null, { Property: ["é"] }),
});
const quota = fc.integer({ min: 0, max: 120 });

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom("actor", "no actor", "group", "expression", "enable", "clear"),
      isProduction: fc.boolean(),
      key,
      member,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("import" as const),
      isProduction: fc.boolean(),
      features: fc.dictionary(key, gates, { maxKeys: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("mirror" as const), key }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("new environment", "restart") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("quotas" as const),
      productionBytesMax: quota,
      environmentBytesMax: quota,
      projectBytesMax: quota,
      featuresPerProjectMax: fc.integer({ min: 0, max: 4 }),
      actorsPerGateMax: fc.integer({ min: 0, max: 4 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never;

/** A server on a directory, with one preview environment at a time. */
class QuotaWorld {
  readonly #directory = new TemporaryDirectory();
  #server: HostedServer | undefined;
  #preview: { readonly id: number; readonly token: string } | undefined;

  get server(): HostedServer {
    if (this.#server === undefined) {
      throw new Error("the world is not started");
    }
    return this.#server;
  }

  get state(): State {
    return this.server.deployment.writer.state;
  }

  async start(): Promise<void> {
    const opened = await openSqliteStorage(this.#directory.path);
    const isKnown = !opened.state.tokens.isEmpty();
    this.#server = await startHosted(isKnown ? { opened } : { opened, token });
  }

  async stop(): Promise<void> {
    await this.server.stop();
    this.#directory[Symbol.dispose]();
  }

  async take(taken: Step): Promise<Answer | undefined> {
    const manager = this.server.manager.as(token);
    switch (taken.kind) {
      case "restart":
        await this.server.stop();
        await this.start();
        return undefined;
      case "quotas": {
        const { kind: _, ...limits } = taken;
        await setPlan(this.server, "self_hosted", limits);
        return undefined;
      }
      case "new environment":
        await this.#replacePreview(manager);
        return undefined;
      case "remove":
        return manager.features.remove(taken.key);
      case "mirror": {
        const environment = this.state.environments.get(this.#preview?.id ?? 0);
        if (environment !== undefined && this.state.features.get(1)?.has(taken.key) === true) {
          await mirror(this.server, environment, taken.key);
        }
        return undefined;
      }
      default:
        return this.#change(manager, taken);
    }
  }

  #change(manager: HostedClient, taken: Extract<Step, { isProduction: boolean }>) {
    const client = taken.isProduction ? manager : this.#previewClient(manager);
    if ("features" in taken) {
      return client.import(taken.features);
    }
    switch (taken.kind) {
      case "actor":
        return client.gates.post(taken.key, "actors", { flipper_id: taken.member });
      case "no actor":
        return client.gates.delete(taken.key, "actors", { flipper_id: taken.member });
      case "group":
        return client.gates.post(taken.key, "groups", { name: taken.member });
      case "expression":
        return client.expression.set(taken.key, { Property: [taken.member] });
      case "enable":
        return client.gates.post(taken.key, "boolean");
      default:
        return client.features.clear(taken.key);
    }
  }

  #previewClient(manager: HostedClient): HostedClient {
    return this.#preview === undefined ? manager : manager.as(this.#preview.token);
  }

  async #replacePreview(manager: HostedClient): Promise<void> {
    if (this.#preview !== undefined) {
      await manager.environments.delete(this.#preview.id);
    }
    const preview = created(await manager.environments.create("preview"));
    this.#preview = { id: preview.environment.id, token: preview.token.value };
  }
}

/** What the quotas limit, in their order, and what they are. */
function usage(state: State): readonly (readonly [used: number, max: number])[] {
  const limits = state.organizations.get(1)?.planOverrides ?? {};
  const { byEnvironment, byProject } = countedBytes(state);
  const production = state.productions.get(firstProjectId)?.id;
  const others = byEnvironment.filter(([id]) => id !== production).map(([, bytes]) => bytes);
  const ofProduction = byEnvironment.find(([id]) => id === production)?.[1] ?? 0;
  const none = Number.POSITIVE_INFINITY;
  return [
    [ofProduction, limits.productionBytesMax ?? none],
    [Math.max(0, ...others), limits.environmentBytesMax ?? none],
    [byProject[0]?.[1] ?? 0, limits.projectBytesMax ?? none],
    [state.features.get(firstProjectId)?.size ?? 0, limits.featuresPerProjectMax ?? none],
  ];
}

test(
  "the sums equal a count, and no change adds to what is then above a quota",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
        const world = new QuotaWorld();
        await world.start();
        await world.take({ kind: "new environment" });
        for (const taken of steps) {
          const before = world.state;
          const answer = await world.take(taken);
          expect(keptBytes(world.state)).toEqual(countedBytes(world.state));
          if (answer?.[0].status === 422) {
            expect(answer[1]).toMatchObject({ code: "quota_exceeded" });
            expect(world.state).toBe(before);
          } else if (answer !== undefined) {
            expect(answer[0].ok).toBe(true);
            for (const [index, [used, max]] of usage(world.state).entries()) {
              const [usedBefore = 0] = usage(before)[index] ?? [];
              expect(used <= max || used <= usedBefore, `${taken.kind}: ${used} of ${max}`).toBe(
                true,
              );
            }
          }
        }
        await world.stop();
      }),
      { numRuns: runs, ...seeded },
    );
  },
  180_000 + runs * 2_000,
);
