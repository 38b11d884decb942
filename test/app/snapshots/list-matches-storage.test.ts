import { expect, test } from "bun:test";
import fc from "fast-check";
import { mirrorFeature } from "../../../src/app/commands/mirror-commands.ts";
import type { FeatureService } from "../../../src/app/services/feature-service.ts";
import { createServices } from "../../../src/app/services/services.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import type { GateChange } from "../../../src/core/evaluation/gate-change.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { Environment } from "../../../src/core/model/environment.ts";
import type { State } from "../../../src/core/model/state.ts";
import { mountable } from "../../../src/index.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { environment, fullGates } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { operation } from "../../model-based/model-operations.ts";
import { listBody } from "./list-body.ts";

const shape = { expression: true, excludeGates: false, excludeGateNames: true };

test(
  "GET /features has the data that a second storage loads, after random operations",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40, size: "max" }), async (operations) => {
        using directory = new TemporaryDirectory();
        const server = mountable({ data: directory.path });
        for (const { method, path, headers, body } of operations) {
          await server.handle(request(path, { method, headers, body }));
        }
        const response = await server.handle(request("/features?exclude_gate_names=true", {}));
        const listed: unknown = await response.json();
        await server.close();
        const [production] = await listsOf(directory.path, false);
        expect(listed).toEqual(production);
      }),
      { numRuns: 10 },
    );
  },
  { timeout: 180_000 },
);

function request(path: string, init: RequestInit): Request {
  return new Request(`http://localhost/flipper/api${path}`, init);
}

interface Service {
  readonly features: FeatureService;
  readonly writer: Writer;
}

type Step = (server: Service, caller: Caller) => Promise<unknown>;

const key = fc.constantFrom("a", "b", "__proto__", "é/🎉");
const gateChange = fc.oneof(
  fc.constantFrom<GateChange>(
    { action: "enable" },
    { action: "disable" },
    { action: "clear" },
    { action: "disable_expression" },
    { action: "enable_expression", value: { Any: [true] } },
  ),
  fc.record({
    action: fc.constantFrom("enable_actor", "disable_actor", "enable_group", "disable_group"),
    value: fc.constantFrom("x", "y", "User;1"),
  }),
  fc.record({
    action: fc.constantFrom("percentage_of_actors", "percentage_of_time"),
    value: fc.integer({ min: 0, max: 100 }),
  }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(key, gateChange).map(
      ([name, change]): Step =>
        ({ features }, caller) =>
          features.change(caller, name, change),
    ),
  },
  key.map(
    (name): Step =>
      ({ features }, caller) =>
        features.create(caller, name),
  ),
  key.map(
    (name): Step =>
      ({ features }, caller) =>
        features.remove(caller, name),
  ),
  key.map(
    (name): Step =>
      ({ features }, caller) =>
        features.clear(caller, name),
  ),
  key.map(
    (name): Step =>
      ({ writer }, caller) =>
        writer.submit((draft) => {
          const feature = draft.state.features.get(1)?.get(name);
          return feature !== undefined && caller.environment.kind === "custom"
            ? mirrorFeature(draft, caller, feature)
            : false;
        }),
  ),
  fc.dictionary(key, fc.constantFrom<Gates>(closedGates, fullGates)).map(
    (imported): Step =>
      ({ features }, caller) =>
        features.import(caller, new Map(Object.entries(imported))),
  ),
);

const custom = environment(2);

test(
  "the lists of two environments have the data that a second storage loads, with and without overrides",
  async () => {
    const steps = fc.array(fc.tuple(fc.boolean(), step), { maxLength: 40, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        using directory = new TemporaryDirectory();
        const core = createServices({
          opened: await openSqliteStorage(directory.path),
          groupPolicy: () => undefined,
          checkInputs: {
            isInGroup: () => false,
            now: () => 1_000,
            random: () => 0.5,
            crc32: Bun.hash.crc32,
          },
          onFault: (error) => {
            throw error;
          },
        });
        await core.ready;
        await core.writer.submit((draft) =>
          draft.record({ kind: "environment.created", environment: custom }),
        );
        const callers = [
          callerIn(environment(1, { kind: "production" })),
          callerIn(custom),
        ] as const;
        for (const [isCustom, act] of sequence) {
          await act(core, callers[isCustom ? 1 : 0]);
        }
        const listed = callers.map((caller): unknown =>
          JSON.parse(
            new TextDecoder().decode(listBody(core.features.snapshot(caller), shape).plain),
          ),
        );
        await core.close();
        expect(listed).toEqual(await listsOf(directory.path, true));
      }),
      { numRuns: 15 },
    );
  },
  { timeout: 180_000 },
);

function callerIn(where: Environment): Caller {
  return { environment: where, actor: { type: "User", id: "1" }, userId: 1, token: null };
}

/** The lists of the first project's Production and of its environment 2, from the stored rows. */
async function listsOf(path: string, isHosted: boolean): Promise<unknown[]> {
  const { storage, state } = await openSqliteStorage(path);
  await storage.close();
  return [1, 2].map((environmentId) => listOf(state, environmentId, isHosted));
}

function listOf({ features, toggles }: State, environmentId: number, isHosted: boolean): unknown {
  const keys = [...(features.get(1)?.keys() ?? [])].sort((left, right) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
  return {
    features: keys.map((name) => {
      const toggle = toggles.get(environmentId)?.get(name) ?? toggles.get(1)?.get(name);
      return { key: name, state: expect.any(String), gates: gatesOf(toggle?.gates, isHosted) };
    }),
  };
}

function gatesOf(gates: Gates | undefined, isHosted: boolean) {
  return [
    { key: "boolean", value: gates?.boolean },
    ...(isHosted ? [{ key: "expression", value: gates?.expression }] : []),
    { key: "groups", value: gates?.groups },
    { key: "actors", value: gates?.actors },
    { key: "percentage_of_actors", value: gates?.percentageOfActors },
    { key: "percentage_of_time", value: gates?.percentageOfTime },
  ];
}
