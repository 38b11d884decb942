import type { ActRow } from "../../api/admin/contract/act-models.ts";
import { exactTime } from "../parts/relative-time.tsx";
import { actsTexts } from "../texts/acts-texts.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";

const { acts: words } = actsTexts;

type Kind = ActRow["kind"];
type Act = Pick<ActRow, "kind" | "details">;
/** The names of people and tokens, as `User:1` and `Token:2`. */
export type ActNames = ReadonlyMap<string, string>;

const shownMax = 3;
const times: ReadonlySet<string> = new Set(["expires_at", "until", "backup", "secrets_created_at"]);
const people: ReadonlySet<string> = new Set(["user", "owner"]);
const valueWords = new Map<string, string>(Object.entries(words.values));
const factWords = new Map<string, string>(Object.entries(words.facts));

/** What happened in few words, such as "Role changed". */
export function actTitle(kind: Kind): string {
  return words.kinds[kind][0];
}

/** The details of an act as a sentence, such as "Owner: viewer → admin". */
export function actSentence({ kind, details }: Act, names: ActNames): string {
  const [, sentence] = words.kinds[kind] satisfies readonly [string, string];
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => detail(name, details, names));
}

/** The name of an author of acts. */
export function actAuthor({ type, id, name }: ActRow["actor"]): string {
  switch (type) {
    case "Shell":
      return words.shell;
    case "Server":
      return words.server;
    default:
      return name ?? fill(type === "Token" ? words.goneToken : words.gonePerson, { id: id ?? "" });
  }
}

/** The address from which a person signed in; null for other acts. */
export function actAddress({ details }: Act): string | null {
  return typeof details.address === "string" ? details.address : null;
}

type Details = ActRow["details"];

function detail(name: string, details: Details, names: ActNames): string {
  switch (name) {
    case "changes":
      return (
        changesBetween(objectIn(details.from), objectIn(details.to), names) || words.otherDetails
      );
    case "request":
      return requestWords(details);
    case "rollout":
      return fill(words.rollout, { id: String(details.rollout), key: String(details.key) });
    case "policy":
      return policyWords(details.rules);
    case "audits":
      return auditWords(details);
    case "keys":
      return keyWords(details);
    case "sessions":
      return plural(words.sessions, lengthOf(details.sessions));
    case "name":
      return valueText(name, details.name ?? objectIn(details.to).name, names);
    default:
      return valueText(name, details[name], names);
  }
}

function requestWords({ request, title }: Details): string {
  const id = String(request);
  return typeof title === "string"
    ? fill(words.titledRequest, { id, title })
    : fill(words.request, { id });
}

function auditWords({ first_audit: first, last_audit: last }: Details): string {
  const numbers = { first: String(first), last: String(last) };
  return fill(first === last ? words.audit : words.audits, numbers);
}

/** An act names some keys, and counts the others. */
function keyWords({ keys, unnamed_keys: unnamed = 0 }: Details): string {
  return listText(Array.isArray(keys) ? keys.map(String) : [], Number(unnamed));
}

function policyWords(rules: unknown): string {
  const list = objectIn(rules).rules;
  if (!Array.isArray(list)) {
    return words.unprotected;
  }
  const counts = list.map((rule) => Number(objectIn(rule).count));
  return plural(
    words.approvals,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

/** The members that differ, such as "name Web → App"; members of members too. */
function changesBetween(from: Details, to: Details, names: ActNames): string {
  const changed = [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) => {
    const [left, right] = [from[name], to[name]];
    if (JSON.stringify(left) === JSON.stringify(right)) {
      return [];
    }
    return isObject(left) && isObject(right)
      ? [changesBetween(left, right, names)]
      : [
          fill(words.change, {
            name: factWords.get(name) ?? name,
            from: valueText(name, left, names),
            to: valueText(name, right, names),
          }),
        ];
  });
  return changed.join(", ");
}

function valueText(name: string, value: unknown, names: ActNames): string {
  if (value === undefined) {
    return words.unknown;
  }
  if (value === null || value === "") {
    return words.nothing;
  }
  if (Array.isArray(value)) {
    return listText(value.map((each) => valueText(name, each, names)));
  }
  if (typeof value === "boolean") {
    return value ? words.yes : words.no;
  }
  if (typeof value === "number") {
    if (people.has(name)) {
      return names.get(`User:${value}`) ?? fill(words.gonePerson, { id: String(value) });
    }
    return times.has(name) ? exactTime(value) : formatNumber(value);
  }
  return typeof value === "string"
    ? (names.get(value) ?? valueWords.get(value) ?? value)
    : valueText(name, objectIn(value).name, names);
}

function listText(values: readonly string[], unnamed = 0): string {
  const some = values.slice(0, shownMax).join(", ");
  const count = values.length + unnamed - shownMax;
  if (values.length === 0) {
    return words.nothing;
  }
  return count > 0 ? fill(words.andMore, { some, count: formatNumber(count) }) : some;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function objectIn(value: unknown): Details {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Details {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
