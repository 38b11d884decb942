import { Elysia } from "elysia";
import type { Parameters } from "../../http/request/parameters.ts";
import { parametersOf, queryOf } from "../../http/request/request-parameters.ts";
import { type PercentageGate, roundedValue } from "../../percentages/rounded-percentages.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import type { GateChange } from "../../toggles/gate-change.ts";
import type { Access } from "../access/access.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { gateDocs } from "./gate-docs.ts";
import { gateWrites } from "./gate-values.ts";

export interface GateControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly showsExpressions: boolean;
  readonly documented: DocumentedDeployment;
}

/** Parameters that a POST may also send in its query (docs/api.md#requests). */
const queryNames = ["allow_unregistered_groups"];

type Round = (gate: PercentageGate, value: unknown) => unknown;
type ReadChange = (parameters: Parameters, round: Round) => GateChange;

/**
 * The changes of POST and DELETE for each gate except `expression` (docs/api.md#gate-routes). A
 * DELETE that is given as a change, not as a function, has no parameters: its body is not read.
 */
const gates = {
  boolean: {
    post: () => gateWrites.boolean.enable(),
    delete: gateWrites.boolean.disable(),
  },
  groups: {
    post: (parameters) => gateWrites.groups.enable(parameters.text("name")),
    delete: (parameters) => gateWrites.groups.disable(parameters.text("name")),
  },
  actors: {
    post: (parameters) => gateWrites.actors.enable(parameters.text("flipper_id")),
    delete: (parameters) => gateWrites.actors.disable(parameters.text("flipper_id")),
  },
  percentage_of_actors: {
    post: (parameters, round) =>
      gateWrites.percentage_of_actors.enable(
        round("percentage_of_actors", parameters.raw("percentage")),
      ),
    delete: gateWrites.percentage_of_actors.disable(),
  },
  percentage_of_time: {
    post: (parameters, round) =>
      gateWrites.percentage_of_time.enable(
        round("percentage_of_time", parameters.raw("percentage")),
      ),
    delete: gateWrites.percentage_of_time.disable(),
  },
} as const satisfies Record<string, { post: ReadChange; delete: ReadChange | GateChange }>;

type GateName = keyof typeof gates;

/** The gate routes except those of the expression (docs/api.md#gate-routes). */
export function gateController(options: GateControllerOptions) {
  const app = new Elysia();
  const docs = gateDocs(options.documented);
  for (const name of Object.keys(gates) as GateName[]) {
    const { post, delete: remove } = gates[name];
    app
      .post(`/features/:feature_name/${name}`, gateHandler(options, post), {
        parse: "none",
        detail: docs[name].post,
      })
      .delete(`/features/:feature_name/${name}`, gateHandler(options, remove), {
        parse: "none",
        detail: docs[name].delete,
      });
  }
  return app;
}

function gateHandler(
  { service, access, showsExpressions }: GateControllerOptions,
  read: ReadChange | GateChange,
) {
  const shape = { expression: showsExpressions, excludeGates: false, excludeGateNames: false };
  return async (context: { request: Request; params: { feature_name: string } }) => {
    const caller = access.writer(context.request);
    const key = exactFeatureKey(context.params.feature_name);
    const [change, options] = await readChange(context.request, read, (gate, value) =>
      roundedValue(key, gate, value, service.onPercentagesRounded),
    );
    const toggle = await service.change(caller, key, change, options);
    return featureAnswer(toggle, shape);
  };
}

async function readChange(request: Request, read: ReadChange | GateChange, round: Round) {
  if (typeof read !== "function") {
    queryOf(request);
    return [read, {}] as const;
  }
  const parameters = await parametersOf(request, queryNames);
  const allowsAnyGroup = parameters.flag("allow_unregistered_groups");
  return [read(parameters, round), { allowsAnyGroup }] as const;
}
