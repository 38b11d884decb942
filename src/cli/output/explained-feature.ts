import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import type {
  ExplainedFeatureAnswer,
  ExplainedGateAnswer,
  ExplainedTermAnswer,
} from "../answers/explained-answers.ts";

type Explained = AnswerOf<"POST /environments/:environment/explain">["features"][number];
type Gate = Explained["gates"][number];
type Term = NonNullable<Extract<Gate, { gate: "expression" }>["tree"]>;

/** An explained feature in the form of `--json`. */
export function explainedAnswer({ gates, ...feature }: Explained): ExplainedFeatureAnswer {
  return { ...feature, gates: gates.map(gateAnswer) };
}

function gateAnswer(gate: Gate): ExplainedGateAnswer {
  switch (gate.gate) {
    case "expression": {
      const { opens, actors, tree, isInCycle, fault } = gate;
      return {
        gate: "expression",
        opens,
        actors: actors.map(({ actor, isTrue, failed }) => ({
          flipper_id: actor,
          is_true: isTrue,
          failed,
        })),
        tree: tree === undefined ? null : termAnswer(tree),
        is_in_cycle: isInCycle,
        fault,
      };
    }
    case "percentageOfActors": {
      const { opens, percentage, bucket, threshold } = gate;
      return { gate: "percentage_of_actors", opens, percentage, bucket, threshold };
    }
    case "percentageOfTime":
      return { gate: "percentage_of_time", opens: gate.opens, percentage: gate.percentage };
    case "groups": {
      const groups = gate.groups.map(({ name, matches, isKnown }) => ({
        name,
        matches,
        is_known: isKnown,
      }));
      return { gate: "groups", opens: gate.opens, groups };
    }
    default:
      return gate;
  }
}

function termAnswer({ decidedBy, operands, ...term }: Term): ExplainedTermAnswer {
  return { ...term, decided_by: decidedBy, operands: operands.map(termAnswer) };
}
