import type { ReactElement } from "react";
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/texts.ts";
import type { BuilderProps } from "./builder-props.ts";
import { newCondition } from "./draft-edits.ts";
import { ExpressionRows } from "./expression-rows.tsx";
import { useRowFocus } from "./use-row-focus.ts";

const words = texts.expressionBuilder;

/** Edits an expression with one row for each condition; an empty one has a button for the first. */
export function ExpressionBuilder(props: BuilderProps): ReactElement {
  const { tree, buttons, onChange } = props;
  const { root, moveFocus } = useRowFocus();
  return (
    <div className="expression-builder" ref={root}>
      {tree === null ? (
        <div className="expression-empty">
          <p className="faint">{words.empty}</p>
          <Button
            icon="plus"
            onClick={() => {
              onChange(newCondition);
              // The path of the whole expression.
              moveFocus("");
            }}
          >
            {words.addCondition}
          </Button>
          {buttons}
        </div>
      ) : (
        <ExpressionRows {...props} moveFocus={moveFocus} tree={tree} />
      )}
    </div>
  );
}
