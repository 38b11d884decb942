import {
  type DocumentedParameter,
  flagParameter,
  textParameter,
} from "../../http/openapi/documented-parameter.ts";
import type { DocumentedRefusal } from "../errors/documented-refusals.ts";
import {
  type DocumentedDeployment,
  type FlipperOperationOptions,
  flipperOperation,
} from "../errors/operation-docs.ts";
import { featureNamePath } from "./feature-docs.ts";
import { exampleClosedGates, exampleExpression, exampleFeature } from "./feature-examples.ts";
import {
  ActorModel,
  FeatureModel,
  GroupModel,
  NewExpressionModel,
  PercentageModel,
} from "./feature-model.ts";

interface GateOperation extends Pick<FlipperOperationOptions, "id" | "summary" | "description"> {
  /** The feature after the change. */
  readonly after: FeatureModel;
  readonly body?: NonNullable<FlipperOperationOptions["body"]>;
  readonly query?: Readonly<Record<string, DocumentedParameter>>;
  readonly refusals?: readonly DocumentedRefusal[];
  /** Whether the server reads a body that is not documented. */
  readonly readsBody?: boolean;
}

/** The documentation of docs/api.md#gate-routes, by the last part of the path. */
export function gateDocs(deployment: DocumentedDeployment) {
  return {
    boolean: booleanDocs(deployment),
    groups: groupDocs(deployment),
    actors: actorGateDocs(deployment),
    percentage_of_actors: percentageDocs(deployment, {
      name: "PercentageOfActors",
      text: "percentage of actors",
      after: (percentage) =>
        exampleFeature(deployment.isHosted, { percentage_of_actors: percentage }),
      description: "An actor stays enabled while the percentage rises.",
    }),
    percentage_of_time: percentageDocs(deployment, {
      name: "PercentageOfTime",
      text: "percentage of time",
      after: (percentage) =>
        exampleFeature(deployment.isHosted, { percentage_of_time: percentage }),
      description: "Each check draws a new random number.",
    }),
  };
}

export function expressionDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  return {
    post: gate(deployment, {
      id: "enableExpression",
      summary: "Set the expression",
      description: "The body must be JSON: one operator with the list of its arguments.",
      body: { schema: NewExpressionModel, example: exampleExpression, isJsonOnly: true },
      after: exampleFeature(isHosted, { expression: exampleExpression }),
      refusals: ["expression_invalid"],
    }),
    delete: gate(deployment, {
      id: "disableExpression",
      summary: "Remove the expression",
      description: "Sets the gate to null.",
      after: exampleFeature(isHosted),
    }),
  };
}

function booleanDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  return {
    post: gate(deployment, {
      id: "enableFeature",
      summary: "Enable for everyone",
      description: "Sets the other gates to their defaults.",
      after: exampleFeature(isHosted, { ...exampleClosedGates, boolean: true }, "on"),
      readsBody: true,
    }),
    delete: gate(deployment, {
      id: "disableFeature",
      summary: "Disable for everyone",
      description: "Sets every gate to its default.",
      after: exampleFeature(isHosted, exampleClosedGates, "off"),
    }),
  };
}

function groupDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  const unregistered = flagParameter(
    isHosted ? "Has no effect here." : "`true` accepts a group that is not registered.",
  );
  return {
    post: gate(deployment, {
      id: "enableGroup",
      summary: "Enable a group",
      description: isHosted
        ? "Registers the group, unless the project accepts registered groups only."
        : "The group must be registered, unless `allow_unregistered_groups` is `true`.",
      body: { schema: GroupModel, example: { name: "early_access" } },
      query: { allow_unregistered_groups: unregistered },
      after: exampleFeature(isHosted, { groups: ["early_access", "staff"] }),
      refusals: ["group_not_registered", "too_many_groups"],
    }),
    delete: gate(deployment, {
      id: "disableGroup",
      summary: "Disable a group",
      description: "The group may be sent in the body instead, as a form field or as JSON.",
      query: { name: { ...textParameter("The group.", "staff"), isRequired: true } },
      after: exampleFeature(isHosted, { groups: [] }),
      readsBody: true,
    }),
  };
}

function actorGateDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  return {
    post: gate(deployment, {
      id: "enableActor",
      summary: "Enable an actor",
      description: "Adds the actor to those for whom the feature is enabled.",
      body: { schema: ActorModel, example: { flipper_id: "User;7" } },
      after: exampleFeature(isHosted, { actors: ["User;42", "User;7"] }),
      refusals: ["flipper_id_missing"],
    }),
    delete: gate(deployment, {
      id: "disableActor",
      summary: "Disable an actor",
      description: "The actor may be sent in the body instead, as a form field or as JSON.",
      query: {
        flipper_id: { ...textParameter("The id of the actor.", "User;42"), isRequired: true },
      },
      after: exampleFeature(isHosted, { actors: [] }),
      refusals: ["flipper_id_missing"],
      readsBody: true,
    }),
  };
}

interface PercentageOptions {
  /** The end of the names of the operations. */
  readonly name: string;
  readonly text: string;
  readonly description: string;
  readonly after: (percentage: number) => FeatureModel;
}

const examplePercentage = 50;

function percentageDocs(deployment: DocumentedDeployment, options: PercentageOptions) {
  const { name, text, description, after } = options;
  return {
    post: gate(deployment, {
      id: `enable${name}`,
      summary: `Enable a ${text}`,
      description,
      body: { schema: PercentageModel, example: { percentage: examplePercentage } },
      after: after(examplePercentage),
      refusals: ["percentage_invalid"],
    }),
    delete: gate(deployment, {
      id: `disable${name}`,
      summary: `Set the ${text} to 0`,
      description: "Leaves the other gates as they are.",
      after: after(0),
    }),
  };
}

function gate(deployment: DocumentedDeployment, { after, refusals = [], ...rest }: GateOperation) {
  return flipperOperation(deployment, {
    ...rest,
    tag: "Gates",
    changes: "features",
    path: featureNamePath,
    answers: [
      {
        status: 200,
        text: "The feature after the change",
        json: { schema: FeatureModel, example: after },
      },
    ],
    refusals: ["feature_name_missing", "quota_exceeded", ...refusals],
  });
}
