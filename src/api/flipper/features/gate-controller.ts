import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { withExample } from "../../../http/declared/documented-schemas.ts";
import { sentFlag, sentTextAs } from "../../../http/declared/parameter-schemas.ts";
import { wire } from "../../../http/declared/sent-values.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import { exampleClosedGates, exampleFeature } from "./feature-examples.ts";
import { FeaturePath } from "./feature-path.ts";
import {
  changedFeature,
  type GateRoutesOptions,
  gateChanger,
  gateRefusals,
} from "./gate-changer.ts";

const groupText = Type.String({ minLength: 1, maxLength: 255 });
const actorText = Type.String({ minLength: 1, maxLength: 1024 });

const NewGroup = Type.Object(
  { name: wire(groupText, (sent, name) => requireGroupName(sent.text(name))) },
  { $id: "Group" },
);
const NewActor = Type.Object(
  { flipper_id: wire(actorText, (sent, name) => requireActorId(sent.text(name))) },
  { $id: "Actor" },
);

const route = { access: "write", params: FeaturePath } as const;

/** The routes of the gates `boolean`, `groups` and `actors` (docs/api.md#gate-routes). */
export function gateController(options: GateRoutesOptions) {
  return new Elysia()
    .use(booleanRoutes(options))
    .use(groupRoutes(options))
    .use(actorRoutes(options));
}

function booleanRoutes(options: GateRoutesOptions) {
  const { isHosted } = options.documented;
  const change = gateChanger(options);
  return new Elysia({ tags: ["Gates"] })
    .use(flipperRoutes(options))
    .post(
      "/features/:feature_name/boolean",
      ({ caller, params }) => change(caller, params.feature_name, { action: "enable" }),
      {
        ...route,
        readsBody: true,
        response: changedFeature(
          exampleFeature(isHosted, { ...exampleClosedGates, boolean: true }, "on"),
        ),
        refuses: gateRefusals,
        detail: {
          operationId: "enableFeature",
          summary: "Enable for everyone",
          description: "Sets the other gates to their defaults.",
        },
      },
    )
    .delete(
      "/features/:feature_name/boolean",
      ({ caller, params }) => change(caller, params.feature_name, { action: "disable" }),
      {
        ...route,
        response: changedFeature(exampleFeature(isHosted, exampleClosedGates, "off")),
        refuses: gateRefusals,
        detail: {
          operationId: "disableFeature",
          summary: "Disable for everyone",
          description: "Sets every gate to its default.",
        },
      },
    );
}

function groupRoutes(options: GateRoutesOptions) {
  const { isHosted } = options.documented;
  const change = gateChanger(options);
  return new Elysia({ tags: ["Gates"] })
    .use(flipperRoutes(options))
    .post(
      "/features/:feature_name/groups",
      ({ caller, params, query, body }) =>
        change(
          caller,
          params.feature_name,
          { action: "enable_group", value: body.name },
          { allowsAnyGroup: query.allow_unregistered_groups },
        ),
      {
        ...route,
        query: Type.Object({
          allow_unregistered_groups: sentFlag(
            isHosted ? "Has no effect here." : "`true` accepts a group that is not registered.",
          ),
        }),
        body: withExample(NewGroup, { name: "early_access" }),
        response: changedFeature(exampleFeature(isHosted, { groups: ["early_access", "staff"] })),
        refuses: [...gateRefusals, "group_not_registered", "too_many_groups"],
        detail: {
          operationId: "enableGroup",
          summary: "Enable a group",
          description: isHosted
            ? "Registers the group, unless the project accepts registered groups only."
            : "The group must be registered, unless `allow_unregistered_groups` is `true`.",
        },
      },
    )
    .delete(
      "/features/:feature_name/groups",
      ({ caller, params, query }) =>
        change(caller, params.feature_name, { action: "disable_group", value: query.name }),
      {
        ...route,
        readsBody: true,
        query: Type.Object({
          name: required("The group.", "staff", requireGroupName),
        }),
        response: changedFeature(exampleFeature(isHosted, { groups: [] })),
        refuses: gateRefusals,
        detail: {
          operationId: "disableGroup",
          summary: "Disable a group",
          description: "The group may be sent in the body instead, as a form field or as JSON.",
        },
      },
    );
}

function actorRoutes(options: GateRoutesOptions) {
  const { isHosted } = options.documented;
  const change = gateChanger(options);
  return new Elysia({ tags: ["Gates"] })
    .use(flipperRoutes(options))
    .post(
      "/features/:feature_name/actors",
      ({ caller, params, body }) =>
        change(caller, params.feature_name, { action: "enable_actor", value: body.flipper_id }),
      {
        ...route,
        body: withExample(NewActor, { flipper_id: "User;7" }),
        response: changedFeature(exampleFeature(isHosted, { actors: ["User;42", "User;7"] })),
        refuses: [...gateRefusals, "flipper_id_missing"],
        detail: {
          operationId: "enableActor",
          summary: "Enable an actor",
          description: "Adds the actor to the actors of the feature.",
        },
      },
    )
    .delete(
      "/features/:feature_name/actors",
      ({ caller, params, query }) =>
        change(caller, params.feature_name, { action: "disable_actor", value: query.flipper_id }),
      {
        ...route,
        readsBody: true,
        query: Type.Object({
          flipper_id: required("The id of the actor.", "User;42", requireActorId),
        }),
        response: changedFeature(exampleFeature(isHosted, { actors: [] })),
        refuses: [...gateRefusals, "flipper_id_missing"],
        detail: {
          operationId: "disableActor",
          summary: "Disable an actor",
          description: "The actor may be sent in the body instead, as a form field or as JSON.",
        },
      },
    );
}

/** A required parameter; `check` throws the refusal of a missing one. */
function required(
  description: string,
  example: string,
  check: (text: string | undefined) => string,
) {
  return sentTextAs(description, example, (sent, name) => check(sent.text(name)), {
    isRequired: true,
  });
}
