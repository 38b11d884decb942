import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HistoryReads } from "../../../src/app/services/history-reads.ts";
import { HistoryRewinder } from "../../../src/app/services/rewind-history.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { isClosed } from "../../../src/core/evaluation/gates.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import { missing, type OwnState, ownStateOf } from "../../../src/core/model/own-state.ts";
import type { State } from "../../../src/core/model/state.ts";
import type { OpenedStorage } from "../../../src/storage/storage.ts";
import { seeded } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import { doStep, historyKeys, historySteps } from "./random-history.ts";
import {
  newestSequence,
  type ServiceFixture,
  startServices,
  storageKinds,
} from "./service-fixture.ts";

const runs = runsOf(15);

/** What an environment had of each feature when its newest audit had this sequence. */
interface Moment {
  readonly sequence: number;
  readonly states: ReadonlyMap<string, OwnState>;
  readonly featureIds: ReadonlyMap<string, number | undefined>;
}

function momentOf({ services }: ServiceFixture, caller: Caller): Moment {
  const { state } = services.writer;
  return {
    sequence: newestSequence(services, caller),
    states: new Map(
      historyKeys.map((key) => [key, ownStateOf(state, caller.environment, key)] as const),
    ),
    featureIds: idsOf(state),
  };
}

function idsOf(state: State) {
  const features = state.features.first();
  return new Map(historyKeys.map((key) => [key, features?.get(key)?.id] as const));
}

/**
 * What an environment had at a moment, from its audits: exactly, for a feature that exists since. A
 * removal in Production belongs to Production's audits alone.
 */
async function expectRewound(
  fixture: ServiceFixture,
  { storage }: OpenedStorage,
  caller: Caller,
  moment: Moment,
  isAlone: boolean,
): Promise<void> {
  if (moment.sequence === 0) {
    return;
  }
  const reads = new HistoryReads(storage.reads, () => undefined);
  const { state } = fixture.services.writer;
  for (const key of historyKeys) {
    const target = { kind: "after", sequence: moment.sequence, key } as const;
    const rewinder = new HistoryRewinder(reads, state, caller.environment);
    const rewound = await rewinder.rewind(target).catch((error: unknown) => {
      expect(error).toBeInstanceOf(GatehouseError);
      return null;
    });
    if (rewound === null || rewound.failure !== null) {
      expect(isAlone).toBeFalse();
      expect(rewound?.failure?.reason ?? "another environment").toContain("another environment");
      continue;
    }
    const then = rewound.features[0]?.then ?? ownStateOf(state, caller.environment, key);
    const expected = moment.states.get(key);
    const featureId = idsOf(state).get(key);
    if (featureId !== undefined && featureId === moment.featureIds.get(key)) {
      expect(then).toEqual(expected ?? then);
      continue;
    }
    // Another environment can have created a feature, or removed a closed one, without an audit here.
    const [left, right] = [expected ?? then, then].map((each) =>
      each.kind === "own" && isClosed(each.gates) ? missing : each,
    );
    if (caller === fixture.production) {
      expect(right).toEqual(left);
    }
  }
}

describe.each(storageKinds)("%s", (_name, open) => {
  test("the gates at each moment are rebuilt from the gates of now", async () => {
    await fc.assert(
      fc.asyncProperty(historySteps, async (steps) => {
        const opened = await open();
        await using fixture = await startServices(async () => opened);
        const moments: [Caller, Moment][] = [];
        for (const step of steps) {
          await doStep(fixture, step).catch((error: unknown) => {
            expect(error).toBeInstanceOf(GatehouseError);
          });
          for (const caller of [fixture.production, fixture.staging]) {
            moments.push([caller, momentOf(fixture, caller)]);
          }
        }
        const isAlone = steps.every(({ isStaging }) => !isStaging);
        for (const [caller, moment] of moments) {
          await expectRewound(fixture, opened, caller, moment, isAlone);
        }
      }),
      { ...seeded, numRuns: runs },
    );
  }, 600_000);
});
