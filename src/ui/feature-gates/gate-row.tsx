import { type ReactElement, type ReactNode, useId, useRef } from "react";
import type { GateName } from "../../api/admin/contract/feature-models.ts";
import { Button } from "../parts/button.tsx";
import { Gauge, type GaugeValue } from "../parts/gauge.tsx";
import { Icon } from "../parts/icon.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { gatesTexts } from "../texts/gates-texts.ts";

const words = gatesTexts.gates;

/** The relation of a row to the draft. */
export type RowState = "saved" | "edited" | "incomplete" | "conflict";

interface GateRowProps {
  readonly gate: GateName;
  readonly gauge: GaugeValue;
  /** The saved value, and the value of the draft. */
  readonly value: ReactNode;
  readonly isSet: boolean;
  readonly state: RowState;
  readonly changedAt: number | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRevert: () => void;
  readonly children: ReactNode;
}

/** One gate: a line with its value, which opens its editor in place. */
export function GateRow(props: GateRowProps): ReactElement {
  const { gate, gauge, value, isSet, state, changedAt, isOpen, onToggle, onRevert, children } =
    props;
  const id = useId();
  const line = useRef<HTMLButtonElement>(null);
  return (
    <section
      aria-label={words.names[gate]}
      className="gate-row"
      data-gate={gate}
      data-set={isSet || undefined}
      data-state={state}
    >
      <h3 className="gate-head">
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          className="gate-line"
          onClick={onToggle}
          ref={line}
          type="button"
        >
          <Gauge value={gauge} />
          <span className="gate-name">{words.names[gate]}</span>
          <span className="gate-value">{value}</span>
          <span className="gate-when">
            {state === "saved" ? (
              changedAt !== null && <RelativeTime at={changedAt} />
            ) : (
              <span className="gate-state">{words.states[state]}</span>
            )}
          </span>
          <Icon name={isOpen ? "down" : "right"} />
        </button>
        {state !== "saved" && (
          <Button
            look="plain"
            onClick={() => {
              onRevert();
              line.current?.focus();
            }}
          >
            {words.revert}
          </Button>
        )}
      </h3>
      {isOpen && (
        <div className="gate-body" id={id}>
          {children}
        </div>
      )}
    </section>
  );
}

/** A value of the draft next to the saved one. */
export function Edited({
  saved,
  edited,
}: {
  readonly saved: ReactNode;
  readonly edited: ReactNode;
}): ReactElement {
  return (
    <>
      <del>{saved}</del> <ins>{edited}</ins>
    </>
  );
}
