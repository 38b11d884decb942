import { Elysia } from "elysia";
import type { Description } from "../../commands/feature-description.ts";
import { nameListOf } from "../../http/request/name-list.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { streamedText } from "../../http/response/streamed-answer.ts";
import type { Caller } from "../../model/caller.ts";
import { findFeature } from "../../model/state-lookups.ts";
import { type FactSource, type FeatureFacts, featureFacts } from "../../services/feature-facts.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import type { Toggle } from "../../toggles/toggle.ts";
import { checkedDocument } from "./checked-document.ts";
import { describeDocs, featureInfoDocs } from "./feature-info-docs.ts";
import { DescribeRequestModel, type FeatureInfoModel } from "./feature-info-model.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";

/** A list of more features is made as it is read. */
const shortListMax = 200;

const readDescription = checkedDocument(DescribeRequestModel);

/** GET gatehouse/features and POST gatehouse/describe (docs/api.md#features-for-people). */
export function featureInfoController(options: GatehouseOptions) {
  const { access, services, documented } = options;
  const { features } = services;
  return new Elysia()
    .get(
      "/gatehouse/features",
      async ({ request }) => {
        const caller = access.reader(request);
        const isFeature = (key: string) => features.snapshot(caller).find(key) !== undefined;
        const keys = nameListOf(queryOf(request), "keys", isFeature);
        const source = await factSource(options, caller);
        return answerList(source, features.snapshot(caller), keys);
      },
      { detail: featureInfoDocs(documented) },
    )
    .post(
      "/gatehouse/describe",
      async ({ request }) => {
        const caller = access.writer(request);
        const { key, owner, ...described } = await readDescription(request);
        const changed: Partial<Description> = described;
        const feature = await features.describe(caller, exactFeatureKey(key), changed, owner);
        const source = await factSource(options, caller);
        const { gates } = features.get(caller, feature.key);
        return jsonResponse(JSON.stringify(infoModel(featureFacts(source, feature, gates))));
      },
      { parse: "none", detail: describeDocs(documented) },
    );
}

async function factSource(
  { services, now }: GatehouseOptions,
  { environment }: Caller,
): Promise<FactSource> {
  const changes = await services.lastChanges.of(environment);
  const { state } = services.writer;
  const rule = state.projects.get(environment.projectId);
  if (rule === undefined) {
    throw new Error(`The environment ${environment.id} has no project`);
  }
  return { state, rule, environment, changes, now: now() };
}

function answerList(
  source: FactSource,
  snapshot: Snapshot,
  keys: ReadonlySet<string> | undefined,
): Response {
  const count = keys?.size ?? snapshot.production.size;
  const toggles = keys === undefined ? snapshot.eachToggle() : selected(snapshot, keys);
  const parts = listParts(source, toggles);
  return jsonResponse(count <= shortListMax ? [...parts].join("") : streamedText(parts));
}

function* selected(snapshot: Snapshot, keys: ReadonlySet<string>): Generator<Toggle, void> {
  for (const key of keys) {
    const toggle = snapshot.find(key);
    if (toggle !== undefined) {
      yield toggle;
    }
  }
}

function* listParts(source: FactSource, toggles: Iterable<Toggle>): Generator<string, void> {
  let separator = '{"features":[';
  for (const { key, gates } of toggles) {
    const feature = findFeature(source.state, source.environment.projectId, key);
    if (feature !== undefined) {
      yield separator + JSON.stringify(infoModel(featureFacts(source, feature, gates)));
      separator = ",";
    }
  }
  yield separator === "," ? "]}" : `${separator}]}`;
}

function infoModel(facts: FeatureFacts): FeatureInfoModel {
  const { key, state, description, longevity, tags, owner, creator } = facts;
  return {
    key,
    state,
    description,
    longevity,
    tags: [...tags],
    owner,
    creator,
    created_at: timestamp(facts.createdAt),
    changed_at: facts.changedAt === null ? null : timestamp(facts.changedAt),
    overridden: facts.isOverridden,
    stale: facts.looksFinished,
  };
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
