import type { ReactElement, ReactNode } from "react";
import type { GatesAt } from "../../api/admin/contract/step-models.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { expressionText } from "./audit-summary.ts";
import { GateMembers } from "./gate-members.tsx";

const { stepSide: words } = auditsTexts;

type Gates = NonNullable<GatesAt["gates"]>;

const nothing: Gates = {
  boolean: false,
  expression: null,
  percentageOfActors: 0,
  percentageOfTime: 0,
  actors: { count: 0, first: [] },
  groups: { count: 0, first: [] },
};

/** The gates on one side of a step: only those that differ from the other side. */
export function StepSide({
  side,
  other,
  onAll,
}: {
  readonly side: GatesAt;
  readonly other: GatesAt;
  readonly onAll: (() => void) | undefined;
}): ReactElement {
  if (side.gates === null) {
    return <>{side.kind === "missing" ? words.missing : words.mirrored}</>;
  }
  const lines = linesOf(side.gates, other.gates ?? nothing, onAll);
  const isWhole = other.gates === null;
  return (
    <ul className="step-side">
      {lines.length === 0 && <li>{isWhole ? words.off : words.same}</li>}
      {lines.map(({ gate, line }) => (
        <li key={gate}>{line}</li>
      ))}
    </ul>
  );
}

interface Line {
  readonly gate: keyof Gates;
  readonly line: ReactNode;
}

function linesOf(gates: Gates, other: Gates, onAll: (() => void) | undefined): readonly Line[] {
  const { boolean, expression, percentageOfActors, percentageOfTime } = gates;
  const lines: readonly Line[] = [
    { gate: "boolean", line: boolean ? words.everyone : words.notEveryone },
    {
      gate: "percentageOfActors",
      line: fill(words.percentageOfActors, { percentage: percentageOfActors }),
    },
    {
      gate: "expression",
      line: expression === null ? words.noExpression : expressionText(expression),
    },
    { gate: "actors", line: membersLine("actors", gates, onAll) },
    { gate: "groups", line: membersLine("groups", gates, onAll) },
    {
      gate: "percentageOfTime",
      line: fill(words.percentageOfTime, { percentage: percentageOfTime }),
    },
  ];
  return lines.filter(({ gate }) => JSON.stringify(gates[gate]) !== JSON.stringify(other[gate]));
}

function membersLine(
  name: "actors" | "groups",
  gates: Gates,
  onAll: (() => void) | undefined,
): ReactNode {
  const { count, first } = gates[name];
  return count === 0 ? (
    words.none[name]
  ) : (
    <>
      {`${plural(words[name], count)}: `}
      <GateMembers count={count} first={first} onAll={onAll} />
    </>
  );
}
