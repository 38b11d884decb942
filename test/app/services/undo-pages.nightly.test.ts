import { describe, expect, test } from "bun:test";
import { setPlan } from "../../../src/app/commands/plan-commands.ts";
import { HistoryReads } from "../../../src/app/services/history-reads.ts";
import type { ShownFeatures } from "../../../src/app/services/history-types.ts";
import { HistoryRewinder } from "../../../src/app/services/rewind-history.ts";
import type { Services } from "../../../src/app/services/services.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import { organizationOf } from "../../../src/core/model/project-organization.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { failureOf } from "../../contract/failure-of.ts";
import { newestSequence, startServices, storageKinds } from "./service-fixture.ts";

const featureCount = 230;
const keys: ShownFeatures<string> = { max: 3, show: ({ key }) => key };

/** Features whose differences are too large to be stored in their audits. */
function longFeatures(plan: string) {
  const condition = { Equal: [{ Property: ["plan"] }, plan] };
  const expression = parseExpression({ Any: new Array(200).fill(condition) });
  return new Map(
    Array.from({ length: featureCount }, (_, index) => [
      `release_${index}`,
      { ...closedGates, expression },
    ]),
  );
}

function newestStep(services: Services, caller: Caller) {
  const sequence = newestSequence(services, caller);
  return { kind: "before", sequence, scope: "step" } as const;
}

describe.each(storageKinds)("%s", (_name, open) => {
  test("a preview of more features than a page has exact counts, and the tag of the rollback", async () => {
    await using fixture = await startServices(open);
    const { services, production } = fixture;
    const { features, history } = services;
    await features.import(production, longFeatures("pro"));
    await features.import(production, longFeatures("free"));
    const target = newestStep(services, production);
    await features.change(production, "release_7", { action: "enable_actor", value: "later" });
    const preview = await history.preview(production, target, keys);
    expect(preview).toMatchObject({
      features: ["release_0", "release_1", "release_10"],
      featureCount,
      changeCount: featureCount + 1,
      laterCount: 1,
      refused: null,
    });
    const done = await history.rollback(production, target, { tag: preview.tag }, keys);
    expect(done).toEqual(preview);
    const restored = longFeatures("pro");
    for (const { key, gates } of features.snapshot(production).eachToggle()) {
      expect(gates).toEqual(restored.get(key) ?? closedGates);
    }
  });

  test("a quota that only all pages together exceed refuses the rollback and its preview", async () => {
    await using fixture = await startServices(open);
    const { services, production } = fixture;
    const { features, history, writer } = services;
    await features.import(production, longFeatures("pro"));
    const bytes = writer.state.storedBytes.byEnvironment.get(production.environment.id) ?? 0;
    await features.import(production, new Map());
    const target = newestStep(services, production);
    const limitTo = (productionBytesMax: number) =>
      writer.submit((draft) => {
        const organization = organizationOf(draft.state, production.environment.projectId);
        setPlan(draft, organization, organization.plan, { productionBytesMax });
      });
    await limitTo(bytes - 1);
    const { refused, featureCount: count } = await history.preview(production, target);
    expect(refused?.refusal).toBe("quota_exceeded");
    expect(count).toBe(featureCount);
    expect(await failureOf(history.rollback(production, target))).toMatchObject({
      message: refused?.message ?? "",
    });
    await limitTo(bytes);
    expect((await history.preview(production, target)).refused).toBeNull();
  });
});

test("the large difference of a feature is read when the feature before it is done", async () => {
  const opened = await openSqliteStorage(":memory:");
  await using fixture = await startServices(async () => opened);
  const { services, production } = fixture;
  await services.features.import(production, longFeatures("pro"));
  await services.features.import(production, longFeatures("free"));
  const reads = new HistoryReads(opened.storage.reads, () => undefined);
  const { state } = services.writer;
  const rewinder = new HistoryRewinder(reads, state, production.environment);
  const target = newestStep(services, production);
  const { reads: stored } = opened.storage;
  const history = stored.history.bind(stored);
  let largeReads = -1;
  stored.history = (query) => {
    largeReads += query.withLarge ? 1 : 0;
    return history(query);
  };
  const readsBefore: number[] = [];
  const failure = await rewinder.each(target, async () => {
    readsBefore.push(largeReads);
  });
  expect(failure).toBeNull();
  expect(readsBefore).toEqual(Array.from({ length: featureCount }, (_each, index) => index + 1));
});
