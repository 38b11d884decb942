import type { CSSProperties, ReactElement, ReactNode } from "react";
import { IconButton } from "../parts/button.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { NodeProps } from "./node-props.ts";
import type { Sentence } from "./sentence.ts";
import { TrialCells } from "./trial-cells.tsx";

const words = texts.expressionBuilder;
const shownDepthMax = 8;

export interface ConditionProps extends NodeProps {
  readonly depth: number;
  readonly onRemove: () => void;
}

/** A line of the rows: its text, its result for each tried actor, and its button at the end. */
export function Row({
  place,
  depth,
  sentence = null,
  name,
  onRemove,
  children,
}: {
  readonly place: string;
  readonly depth: number;
  readonly sentence?: Sentence | null;
  readonly name: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="rule" data-place={place}>
      <div className="rule-text" style={indent(depth)}>
        {children}
      </div>
      <TrialCells place={place} sentence={sentence} />
      <span className="rule-tool">
        <IconButton
          icon="close"
          label={place === "" ? words.removeAll : fill(words.removeNode, { what: name })}
          onClick={onRemove}
        />
      </span>
    </div>
  );
}

/** A line without results. */
export function WideRow({
  depth,
  children,
}: {
  readonly depth: number;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="rule-text rule-wide" style={indent(depth)}>
      {children}
    </div>
  );
}

function indent(depth: number): CSSProperties {
  return { "--depth": Math.min(depth, shownDepthMax) } as CSSProperties;
}
