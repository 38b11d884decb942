/** The pages by the first segment of their path, with the maximum number of further segments. */
const pages: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["get-started", 0],
  ["features", 2],
  ["actors", 1],
  ["environments", 2],
  ["compare", 0],
  ["audits", 1],
  ["requests", 1],
  ["rollouts", 1],
  ["telemetry", 0],
  ["settings", 2],
  ["migrate", 0],
  ["sign-in", 0],
  ["set-up", 0],
]);

/** The first segments of all paths of the UI. */
export const uiSegments: readonly string[] = [
  ...pages.keys().filter((name) => name !== ""),
  "admin",
  "assets",
];

/** Whether a path below the base, such as `/features/search`, is a page of the UI. */
export function isPagePath(path: string): boolean {
  const [, first = "", ...rest] = path.split("/");
  const segmentsMax = pages.get(first);
  return segmentsMax !== undefined && rest.length <= segmentsMax;
}
