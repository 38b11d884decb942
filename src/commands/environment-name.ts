import slugify from "@sindresorhus/slugify";
import { GatehouseError } from "../errors.ts";

const nameLengthMax = 255;
const slugLengthMax = 100;
/** They would stand in the way of pages and routes (SPEC.md 4.4, DESIGN.md section 3). */
const reservedSlugs = new Set(["new", "edit", "admin", "api", "adapter", "settings"]);

/**
 * The name of a new environment and the slug it gives: transliterated, lower case, dashes. Throws
 * `environment_name_missing` and `environment_name_invalid`.
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
  const slug = slugify(name, { decamelize: false });
  if (slug === "" || slug.length > slugLengthMax || reservedSlugs.has(slug)) {
    throw new GatehouseError("environment_name_invalid");
  }
  return { name, slug };
}
