import type { ReactElement, ReactNode } from "react";

/** The other site gets neither the address of this page nor a hold on it. */
export function OutsideLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <a href={href} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}
