/** Without the members that are undefined. */
export function givenOnly<Value extends object>(
  values: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const given: { [Name in keyof Value]?: Exclude<Value[Name], undefined> } = {};
  return Object.assign(
    given,
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  );
}
