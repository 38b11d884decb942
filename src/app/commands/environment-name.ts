import { GatehouseError } from "../../core/errors.ts";
import { lazily } from "../../core/memo/lazily.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { foldCase } from "../../core/text/fold-case.ts";

const nameLengthMax = 255;
const slugLengthMax = 100;
/** Parts of URLs (docs/decisions.md#environments). */
const reservedSlugs = new Set(["new", "edit", "admin", "api", "adapter", "settings"]);

/**
 * Loading prepares the alphabets of all languages, which takes longer than opening a database. A
 * command cannot wait for an import.
 */
const slugs = lazily((): typeof import("@sindresorhus/slugify") =>
  require("@sindresorhus/slugify"),
);

/**
 * The trimmed name of a new environment and its slug, which is transliterated to ASCII, in lower
 * case, with dashes, and cut to 100 characters. Throws `environment_name_missing` and
 * `environment_name_invalid`.
 */
export function parseEnvironmentName(text: string | undefined): {
  readonly name: string;
  readonly slug: string;
} {
  const name = (text ?? "").trim();
  if (name === "") {
    throw new GatehouseError("environment_name_missing");
  }
  if (name.length > nameLengthMax || !name.isWellFormed()) {
    throw new GatehouseError("environment_name_invalid");
  }
  const slug = cutSlug(slugs.get().default(name, { decamelize: false }), slugLengthMax);
  if (slug === "" || reservedSlugs.has(slug)) {
    throw new GatehouseError("environment_name_invalid");
  }
  return { name, slug };
}

/** The environments of a project with this name, ignoring letter case and outer white space. */
export function environmentsOfName(
  state: State,
  projectId: number,
  name: string,
): readonly Environment[] {
  const folded = foldCase(name);
  return state.environments
    .valueSeq()
    .filter((each) => each.projectId === projectId && foldCase(each.name) === folded)
    .toArray();
}

/**
 * The slug; if an environment of the project already has it, the first free one of `slug-2`,
 * `slug-3` and so on, also cut to 100 characters.
 */
export function freeSlug(state: State, projectId: number, slug: string): string {
  const taken = new Set(
    state.environments
      .valueSeq()
      .filter((each) => each.projectId === projectId)
      .map((each) => each.slug),
  );
  let free = slug;
  for (let number = 2; taken.has(free); number++) {
    const ending = `-${number}`;
    free = cutSlug(slug, slugLengthMax - ending.length) + ending;
  }
  return free;
}

const lastDashes = /-+$/;

/** A slug never ends in a dash. */
function cutSlug(slug: string, lengthMax: number): string {
  return slug.slice(0, lengthMax).replace(lastDashes, "");
}
