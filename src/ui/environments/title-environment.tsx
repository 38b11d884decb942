import type { ReactElement } from "react";
import { useSession } from "../session/session.ts";
import { EnvironmentChoice } from "./environment-choice.tsx";

/** The environment as a part of a page's title, such as "Telemetry of Production". */
export function TitleEnvironment({ word }: { readonly word: string }): ReactElement | null {
  const { mode } = useSession();
  return mode === "hosted" ? (
    <>
      <span className="faint">{word}</span>
      <EnvironmentChoice />
    </>
  ) : null;
}
