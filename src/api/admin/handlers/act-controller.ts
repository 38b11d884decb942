import { Elysia } from "elysia";
import type { ActFilter, ListedAct } from "../../../app/services/act-service.ts";
import { actsWith } from "../../../app/services/act-text.ts";
import type { ActActor } from "../../../core/model/act.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { ActPage, ActQuery, type ActRow } from "../contract/act-models.ts";
import { actorNames } from "./audit-rows.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const actsPerPage = 50;
const idText = /^\d{1,15}$/;

/** The acts of the installation (docs/governance.md#acts). */
export function actController({ services }: UiDependencies, routes: AdminRoutes) {
  const { acts, writer } = services;
  return new Elysia({ tags: ["Acts"] }).use(routes).get(
    "/acts",
    async ({ caller, query }) => {
      const environmentId = (asked: string) =>
        idText.test(asked) ? Number(asked) : environmentOf(writer.state, asked, caller).id;
      const names = actorNames(writer.state);
      const { text } = query;
      const match = text === undefined ? null : actsWith(names, text);
      const page = await acts.list({ ...filterOf(query, environmentId), match });
      return { acts: page.acts.map((act) => actRow(act, names)), next: page.next };
    },
    {
      role: "admin",
      query: ActQuery,
      response: { 200: answered(ActPage, "The acts that match, the latest first") },
      refuses: ["input_invalid", "environment_not_found", "unavailable"],
      detail: {
        operationId: "listActs",
        summary: "List who did what besides changes of features",
        description:
          "Lists sign-ins and changes of members, tokens, webhooks and settings in all projects. One " +
          "request reads a limited number of acts, so a page can have fewer acts although there are more.",
      },
    },
  );
}

function filterOf(
  query: ActQuery,
  environmentId: (asked: string) => number,
): Omit<ActFilter, "match"> {
  const { kind, actor, environment, from, to, before, limit } = query;
  return {
    kind: kind ?? null,
    actor: actor === undefined ? null : actorIn(actor),
    environmentId: environment === undefined ? null : environmentId(environment),
    from: from ?? null,
    to: to ?? null,
    before: before ?? null,
    limit: limit ?? actsPerPage,
  };
}

function actorIn(text: string): ActActor {
  const [type, id = ""] = text.split(":");
  switch (type) {
    case "Shell":
    case "Server":
      return { type, id: null };
    default:
      return { type: type === "Token" ? "Token" : "User", id };
  }
}

function actRow({ n, at, hash, body }: ListedAct, names: ReadonlyMap<string, string>): ActRow {
  const { kind, actor, environment = null, details, reason = null, links = [], head = null } = body;
  const name = names.get(`${actor.type}:${actor.id}`) ?? null;
  return {
    ...{ n, at, kind, environment, reason, links, head, hash },
    actor: { ...actor, name },
    details: { ...details },
  };
}
