import { propertiesIn } from "../expressions/typed-properties.ts";
import { actorsIn } from "../gates/actor-ids.ts";
import { useQueryState } from "../parts/use-query-state.ts";

const needsQuotes = /[\s,"={]/;

type ActorProperties = Readonly<Record<string, unknown>>;

/** What is assumed about an actor. It is in the URL, in the form of Try it, so that a link shares it. */
export interface ActorFacts {
  readonly properties: ActorProperties;
  readonly groups: readonly string[];
}

export function useActorFacts(): [ActorFacts, (facts: ActorFacts) => void] {
  const [params, setQuery] = useQueryState();
  const facts = {
    properties: propertiesIn(params.get("properties") ?? "").properties ?? {},
    groups: actorsIn(params.get("groups") ?? "").ids,
  };
  return [facts, (next) => setQuery(queryOf(next))];
}

export function queryOf({ properties, groups }: ActorFacts) {
  return { properties: propertiesText(properties), groups: idsText(groups) };
}

/** The facts with what was typed: `plan = pro` is a property, and another text is a group. */
export function withTyped(
  { properties, groups }: ActorFacts,
  typed: string,
): ActorFacts | { readonly problem: string } {
  if (typed.includes("=") && !typed.startsWith('"')) {
    const found = propertiesIn(typed);
    return found.problem === null
      ? { groups, properties: { ...properties, ...found.properties } }
      : { problem: found.problem };
  }
  return { properties, groups: [...new Set([...groups, ...actorsIn(typed).ids])] };
}

/** Ids as `actorsIn` reads them. */
export function idsText(ids: readonly string[]): string {
  return ids.map((id) => (needsQuotes.test(id) ? `"${id.replaceAll('"', '""')}"` : id)).join(", ");
}

/** Properties as `propertiesIn` reads them: lines if they can be written so. */
function propertiesText(properties: ActorProperties): string {
  const json = JSON.stringify(properties);
  const lines = Object.entries(properties)
    .map(([name, value]) => `${name} = ${valueText(value)}`)
    .join("\n");
  return JSON.stringify(propertiesIn(lines).properties) === json ? lines : json;
}

/** A text without quotes, unless it would be read as another value. */
export function valueText(value: unknown): string {
  const isPlain =
    typeof value === "string" && propertiesIn(`name = ${value}`).properties?.["name"] === value;
  return isPlain ? value : JSON.stringify(value);
}
