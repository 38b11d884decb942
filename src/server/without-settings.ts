/** The variables for a process of this program that must not have the settings of this one. */
export function withoutSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith("GATEHOUSE_")),
  );
}
