import { Elysia } from "elysia";
import { requestIdOf } from "../../http/request/request-id.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import type { Caller } from "../../model/caller.ts";
import { registeredGroups } from "../../services/registered-groups.ts";
import { requireActorId } from "../../toggles/actor-id.ts";
import type { ExplainedCheck } from "../../toggles/explained-check.ts";
import { requireGroupName } from "../../toggles/group-name.ts";
import { checkedDocument } from "./checked-document.ts";
import { explainedFeature } from "./explain-answer.ts";
import { explainDocs } from "./explain-docs.ts";
import { ExplainRequestModel } from "./explain-model.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";

const readRequest = checkedDocument(ExplainRequestModel);

/** POST gatehouse/explain (docs/api.md#explain). Changes nothing. */
export function explainController(options: GatehouseOptions) {
  return new Elysia().post(
    "/gatehouse/explain",
    async ({ request }) => {
      const caller = options.access.reader(request);
      const { signal } = request;
      const { keys, actors = [], groups = [], properties = {} } = await readRequest(request);
      const question = {
        actors: actors.map((id) => ({ flipperId: requireActorId(id), properties })),
        declaredGroups: new Set(groups.map(requireGroupName)),
        isKnownGroup: isKnownGroup(options, caller),
        requestIdOf: () => requestIdOf(request),
        signal,
      };
      const answerOf = (key: string, explained: ExplainedCheck | null) =>
        JSON.stringify(explainedFeature(key, explained));
      const features = await options.services.explanations.explainEach(
        caller,
        new Set(keys),
        question,
        answerOf,
      );
      return jsonResponse(`{"features":[${features.join(",")}]}`);
    },
    { parse: "none", detail: explainDocs(options.documented) },
  );
}

function isKnownGroup({ services, hostGroups }: GatehouseOptions, { environment }: Caller) {
  const groups = registeredGroups(services.writer.state, environment.projectId, hostGroups);
  return (group: string) => groups.has(group);
}
