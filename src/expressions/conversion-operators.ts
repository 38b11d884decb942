import { exactly, pure } from "./define-operator.ts";
import { toNumber } from "./number-conversion.ts";
import { toText } from "./text-conversion.ts";

const truths: ReadonlySet<unknown> = new Set([true, 1, "true", "1"]);

/** What turns one kind of value into another, as Ruby does (WIRE.md C.6). */
export const conversions = [
  pure({ name: "String", arity: exactly(1), total: false, meaning: toText }),
  pure({ name: "Number", arity: exactly(1), total: false, meaning: toNumber }),
  pure({
    name: "Boolean",
    arity: exactly(1),
    total: true,
    meaning: (value) => truths.has(value),
  }),
] as const;
