import slugify from "@sindresorhus/slugify";
import { GatehouseError } from "../errors.ts";

const nameLengthMax = 255;
const slugLengthMax = 100;
/** Parts of URLs (docs/decisions.md#environments). */
const reservedSlugs = new Set(["new", "edit", "admin", "api", "adapter", "settings"]);

/**
 * The trimmed name of a new environment and its slug, which is transliterated to ASCII, in lower
 * case and with dashes. Throws `environment_name_missing` and `environment_name_invalid`.
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
