import type { Argument } from "../../core/expressions/expression.ts";
import type { State } from "../../core/model/state.ts";
import { isPrivateName, isPrivateText } from "../../core/text/private-text.ts";
import {
  isShortValue,
  namesMax,
  type PropertyType,
  type PropertyValue,
  typeOf,
  valuesMax,
} from "./seen-properties.ts";

/** A property in the stored expressions of a project. */
export interface ExpressionProperty {
  /** How many expressions read it. */
  count: number;
  /** The types of the constants with which it is compared. */
  readonly types: Set<PropertyType>;
  readonly values: Set<PropertyValue>;
}

export type ExpressionProperties = ReadonlyMap<string, ExpressionProperty>;

/** The properties that expressions of a project read, at most 200, in steps of an expression. */
export function* expressionProperties(
  state: State,
  projectId: number,
): Generator<void, ExpressionProperties> {
  const found = new Map<string, ExpressionProperty>();
  for (const environment of state.environments.values()) {
    const toggles = environment.projectId === projectId ? state.toggles.get(environment.id) : null;
    for (const { gates } of toggles?.values() ?? []) {
      if (gates.expression !== null) {
        const names = new Set<string>();
        collect([gates.expression], found, names);
        for (const name of names) {
          const property = found.get(name);
          if (property !== undefined) {
            property.count++;
          }
        }
      }
      yield;
    }
  }
  return found;
}

/** Recursive; the depth is at most 32. */
function collect(
  args: readonly Argument[],
  found: Map<string, ExpressionProperty>,
  names: Set<string>,
): void {
  for (const name of args.flatMap(propertiesIn)) {
    const property = found.get(name) ?? (found.size < namesMax ? added(found, name) : undefined);
    names.add(name);
    for (const constant of args.flatMap(constantsIn)) {
      property?.types.add(typeOf(constant));
      if (property !== undefined && property.values.size < valuesMax && isShown(name, constant)) {
        property.values.add(constant);
      }
    }
  }
  for (const each of args) {
    const [inner = []] = typeof each === "object" ? Object.values(each) : [];
    collect(inner, found, names);
  }
}

function added(found: Map<string, ExpressionProperty>, name: string): ExpressionProperty {
  const property = { count: 0, types: new Set<PropertyType>(), values: new Set<PropertyValue>() };
  found.set(name, property);
  return property;
}

function isShown(name: string, value: PropertyValue): boolean {
  return isShortValue(value) && !isPrivateName(name) && !isPrivateText(String(value));
}

/** Operators that convert one operand. */
const conversions: ReadonlySet<string> = new Set(["String", "Number", "Boolean", "Time"]);

/** The operand of a conversion, and every other argument itself. */
function converted(argument: Argument): Argument {
  const [[operator, [first]] = ["", []]] =
    typeof argument === "object" ? Object.entries(argument) : [];
  return first !== undefined && conversions.has(operator) ? converted(first) : argument;
}

function propertiesIn(argument: Argument): readonly string[] {
  const operand = converted(argument);
  const [[operator, [name]] = ["", []]] =
    typeof operand === "object" ? Object.entries(operand) : [];
  return operator === "Property" && typeof name === "string" && name !== "flipper_id" ? [name] : [];
}

function constantsIn(argument: Argument): readonly PropertyValue[] {
  const operand = converted(argument);
  return typeof operand === "object" ? [] : [operand];
}
