import { Elysia } from "elysia";
import { freeKey, retireKey, setRetiresKeys } from "../../../app/commands/retired-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import type { RetiredKey } from "../../../core/model/retired-key.ts";
import type { State } from "../../../core/model/state.ts";
import { compareUtf8 } from "../../../core/text/compare-utf8.ts";
import { foldCase } from "../../../core/text/fold-case.ts";
import { quote } from "../../../core/text/quote.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  FreedKeyQuery,
  NewRetiredKey,
  RetiredKeyList,
  RetiredKeyQuery,
  type RetiredKeyRow,
  RetirementPolicy,
  retiredPageMax,
} from "../contract/retired-models.ts";
import { Written } from "../contract/shared-models.ts";
import { actorNames } from "./audit-rows.ts";
import { changeProject, changeProjectAs, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The retired keys of the project (docs/admin-api.md#retired-keys). */
export function retiredKeyController({ services }: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(retiredKeyList(services.writer, routes))
    .use(retiredKeyChanges(services, routes))
    .use(retirementPolicy(services, routes));
}

type RouteServices = UiDependencies["services"];

function retiredKeyList(writer: RouteServices["writer"], routes: AdminRoutes) {
  return new Elysia({ tags: ["Features"] }).use(routes).get(
    "/retired-keys",
    ({ caller: { projectId }, query: { text = "", after, limit = retiredPageMax } }) => {
      const { state } = writer;
      const keys = [...(state.retiredKeys.get(projectId)?.values() ?? [])];
      const folded = foldCase(text);
      const matching = keys
        .filter(
          ({ key }) =>
            foldCase(key).includes(folded) && (after === undefined || compareUtf8(key, after) > 0),
        )
        .sort((left, right) => compareUtf8(left.key, right.key));
      const listed = matching.slice(0, limit);
      return {
        retireOnDelete: state.retiringProjects.has(projectId),
        count: keys.length,
        keys: retiredRows(state, listed),
        next: matching.length > limit ? (listed.at(-1)?.key ?? null) : null,
      };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      query: RetiredKeyQuery,
      response: { 200: answered(RetiredKeyList, "The retired keys") },
      refuses: ["input_invalid"],
      detail: { operationId: "listRetiredKeys", summary: "List the retired keys" },
    },
  );
}

function retiredRows(state: State, keys: readonly RetiredKey[]): readonly RetiredKeyRow[] {
  const names = actorNames(state);
  return keys.map(({ key, retiredAt, actor, reason }) => {
    const id = `${actor.type}:${actor.id}`;
    return { key, retiredAt, author: { id, name: names.get(id) ?? id }, reason };
  });
}

function retiredKeyChanges(services: RouteServices, routes: AdminRoutes) {
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .post(
      "/retired-keys",
      ({ caller, body }) =>
        changeProjectAs(services, caller, (draft, author) => {
          retireKey(draft, author, exactFeatureKey(body.key));
          return {};
        }),
      {
        role: "member",
        environmentToken: "deleter",
        body: withExample(NewRetiredKey, { key: "old_search" }),
        response: { 200: answered(Written, "The key is retired") },
        refuses: [
          ...projectChangeRefusals,
          "feature_exists",
          "feature_name_missing",
          "quota_exceeded",
        ],
        detail: {
          operationId: "retireKey",
          summary: "Retire a key without a feature",
          description: "To retire the key of a feature, delete the feature with `retire`.",
        },
      },
    )
    .delete(
      "/retired-keys",
      ({ caller, query: { key } }) =>
        changeProject(services, caller, (draft) => {
          if (!freeKey(draft, caller.projectId, key)) {
            throw new GatehouseError("key_not_retired", {
              message: `The key ${quote(key)} is not retired`,
            });
          }
          return {};
        }),
      {
        role: "member",
        environmentToken: "deleter",
        query: FreedKeyQuery,
        response: { 200: answered(Written, "Features can have the key again") },
        refuses: [...projectChangeRefusals, "input_invalid", "key_not_retired"],
        detail: {
          operationId: "freeKey",
          summary: "Free a retired key",
          description: "An undo of the deletion frees the key too.",
        },
      },
    );
}

function retirementPolicy(services: RouteServices, routes: AdminRoutes) {
  return new Elysia({ tags: ["Features"] }).use(routes).put(
    "/retired-keys/policy",
    ({ caller, body }) =>
      changeProject(services, caller, (draft) => {
        setRetiresKeys(draft, caller.projectId, body.retireOnDelete);
        return {};
      }),
    {
      role: "admin",
      body: withExample(RetirementPolicy, { retireOnDelete: true }),
      response: { 200: answered(Written, "The choice is stored") },
      refuses: projectChangeRefusals,
      detail: {
        operationId: "setRetirementPolicy",
        summary: "Choose whether deletions retire keys",
        description:
          "Holds for deletions that do not say it themselves, such as those of Flipper clients.",
      },
    },
  );
}
