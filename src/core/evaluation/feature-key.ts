import { GatehouseError } from "../errors.ts";
import { isLongerThan } from "../text/text-length.ts";
import { visibleText } from "../text/visible-text.ts";

/** In Unicode code points. */
export const featureKeyLengthMax = 255;

/**
 * The key that POST /features creates for a name: without invisible characters, and without white
 * space at both ends. Throws `feature_name_missing` (docs/decisions.md#feature-names).
 */
export function normalizeFeatureKey(name: string | undefined): string {
  const key = visibleText(name ?? "");
  if (key === "") {
    throw new GatehouseError("feature_name_missing");
  }
  return requireValidKey(key);
}

/**
 * The key in a path or an import, unchanged. Throws `feature_name_missing` for a name that POST
 * /features would change: no other request may create a feature that POST /features cannot create.
 */
export function exactFeatureKey(name: string): string {
  if (normalizeFeatureKey(name) !== name) {
    throw new GatehouseError("feature_name_missing", {
      message: "The name contains invisible characters, or white space at its start or end",
    });
  }
  return name;
}

function requireValidKey(key: string): string {
  if (!key.isWellFormed()) {
    throw new GatehouseError("feature_name_missing", { message: "The name is not valid Unicode" });
  }
  if (isLongerThan(key, featureKeyLengthMax)) {
    throw new GatehouseError("feature_name_missing", {
      message: `The name is longer than ${featureKeyLengthMax} characters`,
    });
  }
  if (key === "." || key === "..") {
    throw new GatehouseError("feature_name_missing", {
      message: "The names . and .. cannot be used, as they have another meaning in URLs",
    });
  }
  return key;
}
