import { useMemo } from "react";
import { storeText, useStoredText } from "../parts/stored-text.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";

export const triedMax = 3;

/** An actor with which expressions are tried. */
export interface TriedActor {
  readonly id: string;
  /** As typed: lines such as `plan = pro`, or JSON. */
  readonly properties: string;
}

const prefix = "gatehouse-tried ";

/** The tried actors of an environment. Only this browser knows them. */
export function useTriedActors(): {
  readonly actors: readonly TriedActor[];
  readonly setActors: (actors: readonly TriedActor[]) => void;
} {
  const { id } = useEnvironment();
  const { user } = useSession();
  const name = prefix + JSON.stringify([user?.id ?? null, id]);
  const text = useStoredText(name);
  const actors = useMemo(() => actorsIn(text), [text]);
  return { actors, setActors: (next) => storeText(name, JSON.stringify(next)) };
}

/** The actors in a stored text, as far as this page can read it. */
function actorsIn(text: string | null): readonly TriedActor[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isTriedActor).slice(0, triedMax) : [];
  } catch {
    return [];
  }
}

function isTriedActor(value: unknown): value is TriedActor {
  return (
    value !== null &&
    typeof value === "object" &&
    "id" in value &&
    typeof value.id === "string" &&
    "properties" in value &&
    typeof value.properties === "string"
  );
}
