import { propertiesIn } from "../expressions/typed-properties.ts";
import { actorsIn } from "../gates/actor-ids.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { fill } from "../texts/fill.ts";

const words = evaluationsTexts.tryIt;
/** The limits of the server: for actors that are checked one by one, and together. */
const separateMax = 10;
const togetherMax = 100;

/** The actors of a line, which are checked together, with their own properties. */
interface TriedActors {
  readonly ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The lines in the form of a request, or why one is invalid. */
type TypedActors =
  | { readonly lines: readonly TriedActors[]; readonly problem: null }
  | { readonly lines: readonly []; readonly problem: string };

/** Reads one actor per line, such as `User;42 plan = pro, seats = 14` or `User;42 {"plan": "pro"}`. */
export function triedActorsIn(text: string): TypedActors {
  const lines: TriedActors[] = [];
  for (const line of linesIn(text)) {
    const { ids, rest } = partsOf(line);
    const { properties, problem } = propertiesIn(rest);
    if (problem !== null) {
      return { lines: [], problem: fill(words.actorWrong, { id: ids.join(", "), problem }) };
    }
    if (ids.length > 0) {
      lines.push({ ids, properties });
    }
  }
  const count = lines.reduce((sum, { ids }) => sum + ids.length, 0);
  const max = lines.length > 1 ? separateMax : togetherMax;
  return count > max
    ? { lines: [], problem: fill(words.tooManyActors, { count: max }) }
    : { lines, problem: null };
}

const quoted = /"(?:[^"]|"")*"/g;
/** What begins the properties: an object, or a name before `=`. */
const propertiesStart = /\s(?=\{|[^\s,=]+\s*=)/;
/** Between properties: a comma before the next name. */
const betweenProperties = /,\s*(?=[^,=]+=)/g;

function masked(text: string): string {
  return text.replaceAll(quoted, (id) => "x".repeat(id.length));
}

/** A line break in a quoted id belongs to the id. */
function linesIn(text: string): readonly string[] {
  return Array.from(masked(text).matchAll(/[^\n]+/g), ({ 0: line, index }) =>
    text.slice(index, index + line.length),
  );
}

function partsOf(line: string): { readonly ids: readonly string[]; readonly rest: string } {
  const start = masked(line).search(propertiesStart);
  if (start < 0) {
    return { ids: actorsIn(line).ids, rest: "" };
  }
  const rest = line.slice(start).trim();
  return {
    ids: actorsIn(line.slice(0, start)).ids,
    rest: rest.startsWith("{") ? rest : rest.replaceAll(betweenProperties, "\n"),
  };
}
