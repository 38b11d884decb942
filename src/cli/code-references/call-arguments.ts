import type { KeyCall } from "./known-calls.ts";

/** Where the argument with the key is. */
export interface KeyArgument {
  readonly start: number;
  /** The end of the argument; undefined if the call has no parentheses, so that it is unknown. */
  readonly end: number | undefined;
}

/** How many characters after a name are read: its arguments may be longer. */
const lengthMax = 1000;
const beforeParentheses = /^(?:\?\.)?\s*(?:<[^()]{0,200}>)?\s*$/;
const bareArgument = /^[ \t]+(?=[:"\w@$])(?!(?:and|or|if|unless|then|do|while|until)\b)/;
const attribute = /^\s*=\s*/;
const definition = /(?:^|[^\w.$])(?:function\*?|def|func)\s+$/;

/** Finds the argument with the key; undefined if this is another call, or none. */
export function argumentsAt(
  code: string,
  nameEnd: number,
  call: KeyCall,
  hasBareArguments: boolean,
): KeyArgument | undefined {
  const after = code.slice(nameEnd, nameEnd + lengthMax);
  if (call.opening === "=") {
    return attributeAt(after, nameEnd);
  }
  const index = after.indexOf(call.opening);
  if (index !== -1 && beforeParentheses.test(after.slice(0, index))) {
    return keyArgument(partsOf(after, index + 1, false), after, nameEnd, call);
  }
  const isBare = hasBareArguments && call.opening === "(";
  const [space] = (isBare ? bareArgument.exec(after) : null) ?? [];
  return space === undefined
    ? undefined
    : keyArgument(partsOf(after, space.length, true), after, nameEnd, call);
}

/** Whether the name before a position is declared there, and not called. */
export function isDeclared(code: string, nameStart: number): boolean {
  return definition.test(code.slice(Math.max(0, nameStart - 20), nameStart));
}

function attributeAt(after: string, nameEnd: number): KeyArgument | undefined {
  const [sign] = attribute.exec(after) ?? [];
  if (sign === undefined) {
    return undefined;
  }
  const isExpression = after[sign.length] === "{";
  const from = sign.length + (isExpression ? 1 : 0);
  const end = isExpression ? after.indexOf("}", from) : -1;
  return { start: nameEnd + from, end: end === -1 ? undefined : nameEnd + end };
}

interface Parts {
  /** The ends of the arguments; the last one may be an argument without its end. */
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  /** Whether the last argument ends at a bracket or a comma. */
  readonly isComplete: boolean;
}

const openings = "([{";
const closings = ")]}";

/** Divides arguments at commas. Without parentheses they end with the line. */
function partsOf(after: string, from: number, isBare: boolean): Parts {
  const parts: { readonly start: number; readonly end: number }[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at < after.length; at++) {
    const sign = after[at] ?? "";
    if (openings.includes(sign)) {
      depth++;
    } else if (depth === 0 && (closings.includes(sign) || (isBare && sign === "\n"))) {
      parts.push({ start, end: at });
      return { parts, isComplete: !isBare };
    } else if (closings.includes(sign)) {
      depth--;
    } else if (sign === "," && depth === 0) {
      parts.push({ start, end: at });
      start = at + 1;
    }
  }
  return { parts: [...parts, { start, end: after.length }], isComplete: false };
}

function keyArgument(
  { parts, isComplete }: Parts,
  after: string,
  nameEnd: number,
  { argument, keyword, argumentsMin }: KeyCall,
): KeyArgument | undefined {
  const given = parts.filter(({ start, end }) => after.slice(start, end).trim() !== "");
  if (isComplete && given.length < argumentsMin) {
    return undefined;
  }
  const [named] = given.flatMap(({ start, end }) => {
    const name = keyword?.exec(after.slice(start, end))?.[0];
    return name === undefined ? [] : [{ start: start + name.length, end }];
  });
  const part = named ?? given[argument];
  const isLast = part !== undefined && part.end === parts.at(-1)?.end;
  return part === undefined
    ? undefined
    : {
        start: nameEnd + part.start,
        end: isLast && !isComplete ? undefined : nameEnd + part.end,
      };
}
