import type { Change } from "./change.ts";

/** Their audits name the author, and an import creates a hundred thousand of them. */
const auditedKinds: ReadonlySet<Change["kind"]> = new Set([
  "audit.recorded",
  "audits.recorded",
  "feature.saved",
  "feature.removed",
  "gates.written",
  "override.dropped",
] as const);

const authors = new WeakMap<Change, string>();

/** Records the author of a change for the log of this process. It is stored nowhere. */
export function noteAuthor(change: Change, author: string): void {
  if (!auditedKinds.has(change.kind)) {
    authors.set(change, author);
  }
}

/** Such as `User 5` or `shell`; undefined for changes without a caller, and for audited changes. */
export function changeAuthor(change: Change): string | undefined {
  return authors.get(change);
}
