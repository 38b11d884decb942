import type { ReactElement, ReactNode } from "react";

/** A row of a list of facts, which is a `dl` of the class `facts`. */
export function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
