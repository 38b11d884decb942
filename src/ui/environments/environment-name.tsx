import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { EnvironmentDot } from "./environment-dot.tsx";

const { environments: words } = texts;

/** The name with its colour, the same on all pages. */
export function EnvironmentName({
  environment,
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  return (
    <span className="environment-name" title={environment.name}>
      <EnvironmentDot environment={environment} />
      <span className="clamp">{environment.name}</span>
    </span>
  );
}

/** The purpose of an environment, in a few words. */
export function kindLabel({ state, member }: EnvironmentRow): string {
  return member === null
    ? words.kinds[state]
    : fill(words.personalOf, { name: member.name || member.email });
}
