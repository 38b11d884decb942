import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ListedActorFeature } from "../../../src/app/services/actor-features.ts";
import type { AskedMoment } from "../../../src/app/services/past-moment.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { sameGates } from "../../../src/core/evaluation/gate-change.ts";
import { closedGates, type Gates, isClosed } from "../../../src/core/evaluation/gates.ts";
import { compareUtf8 } from "../../../src/core/text/compare-utf8.ts";
import type { OpenedStorage } from "../../../src/storage/storage.ts";
import { seeded } from "../../fuzz/seed.ts";
import { doStep, historySteps } from "./random-history.ts";
import { askAgain, type RecordedMoment, recordMoment } from "./recorded-moments.ts";
import { newestSequence, type ServiceFixture, startServices } from "./service-fixture.ts";

const stepMs = 1_000;

/** The answers after each step of a history. */
async function record(
  fixture: ServiceFixture,
  steps: readonly Parameters<typeof doStep>[1][],
): Promise<readonly RecordedMoment[]> {
  const { services, production, staging, clock } = fixture;
  const recorded: RecordedMoment[] = [];
  for (const step of steps) {
    clock.now += stepMs;
    const before = [production, staging].map((caller) => newestSequence(services, caller));
    await doStep(fixture, step).catch((error: unknown) => {
      expect(error).toBeInstanceOf(GatehouseError);
    });
    for (const [place, caller] of [production, staging].entries()) {
      recorded.push(await recordMoment(fixture, caller, before[place] ?? 0));
    }
  }
  clock.now += stepMs;
  return recorded;
}

/**
 * A feature that another environment created and removed is not in the audits of this one. All its
 * gates were closed.
 */
async function expectSame(
  fixture: ServiceFixture,
  then: RecordedMoment,
  asked: AskedMoment,
  isAlone: boolean,
) {
  const { answers, list } = await askAgain(fixture, then, asked);
  const known = (enabled: boolean | null | undefined) => (isAlone ? enabled : enabled === true);
  for (const [key, enabled] of then.enabled) {
    const answer = answers.get(key);
    const again = answer === "chance" ? enabled : answer;
    expect([key, known(again)]).toEqual([key, known(enabled)]);
  }
  expect(list.moment).toMatchObject({ time: then.time, after: then.sequence });
  const [rows, rowsBefore] = [list, then.list].map(({ features }) =>
    features.filter(({ toggle }) => isAlone || !isClosed(toggle.gates)),
  );
  expect(rows?.map(resultOf)).toEqual(rowsBefore?.map(resultOf));
}

/** What chance does not decide. */
function resultOf({ toggle: _, environments, gate, pointsMissing, ...row }: ListedActorFeature) {
  const certain = row.isChance ? {} : { gate, pointsMissing };
  return { ...row, ...certain, mirrors: environments[0]?.mirrorsProduction };
}

async function expectDifference(
  { services }: ServiceFixture,
  from: RecordedMoment,
  to: RecordedMoment,
  isAlone: boolean,
) {
  const { signal } = new AbortController();
  const keys = new Set([...from.gates.keys(), ...to.gates.keys()]);
  const { features, ...counts } = await services.pastComparisons.compare(from.caller, {
    ...{ from: from.time, to: to.time, signal },
    featuresMax: 100,
  });
  const gatesOf = (gates: Gates | null | undefined) => gates ?? (isAlone ? null : closedGates);
  const isDifferent = (left: Gates | null, right: Gates | null) =>
    left !== right && (left === null || right === null || !sameGates(left, right));
  const expected = [...keys].sort(compareUtf8).map((key) => ({
    key,
    from: gatesOf(from.gates.get(key)),
    to: gatesOf(to.gates.get(key)),
  }));
  const found = features.map((each) => ({
    key: each.key,
    from: gatesOf(each.from),
    to: gatesOf(each.to),
  }));
  expect(found.filter((each) => isDifferent(each.from, each.to))).toEqual(
    expected.filter((each) => isDifferent(each.from, each.to)),
  );
  expect(counts).toMatchObject({ from: from.time, to: to.time });
  if (isAlone) {
    expect(counts).toMatchObject({ featureCount: keys.size, differentCount: found.length });
  }
}

/** Production does not find removals that an undo elsewhere made. */
async function unlessUnknown(isAlone: boolean, expected: Promise<void>): Promise<void> {
  await expected.catch((error: unknown) => {
    if (isAlone || !(error instanceof GatehouseError && error.refusal === "undo_impossible")) {
      throw error;
    }
    expect(error.message).toContain("another environment");
  });
}

/** Records answers of random histories, and asks for them again later. */
export function pastFeaturesContract(open: () => Promise<OpenedStorage>, runs: number): void {
  test("answers that were recorded are given again when their moment is asked later", async () => {
    await fc.assert(
      fc.asyncProperty(historySteps, fc.nat(), async (steps, pick) => {
        await using fixture = await startServices(open);
        const recorded = await record(fixture, steps);
        const isAlone = steps.every(({ isStaging }) => !isStaging);
        const expectAgain = (then: RecordedMoment, asked: AskedMoment) =>
          unlessUnknown(isAlone, expectSame(fixture, then, asked, isAlone));
        for (const then of recorded) {
          await expectAgain(then, { kind: "at", time: then.time });
          if (then.isAudited) {
            await expectAgain(then, { kind: "audit", sequence: then.sequence });
          }
        }
        const later = recorded[pick % recorded.length];
        const ofCaller = recorded.filter(({ caller }) => caller === later?.caller);
        for (const from of ofCaller.filter(({ time }) => time <= (later?.time ?? 0))) {
          await unlessUnknown(isAlone, expectDifference(fixture, from, later ?? from, isAlone));
        }
      }),
      { ...seeded, numRuns: runs },
    );
  }, 600_000);
}
