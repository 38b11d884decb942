import { GatehouseError } from "../errors.ts";
import { isLongerThan } from "../text/text-length.ts";

/** Characters, that is Unicode code points (DESIGN.md section 2). */
export const featureKeyLengthMax = 255;

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/** The key POST /features gives a name: invisible characters removed, white space trimmed. */
export function normalizeFeatureKey(name: string | undefined): string {
  const key = (name ?? "").replace(invisible, "").trim();
  if (key === "") {
    throw new GatehouseError("feature_name_missing");
  }
  return accept(key);
}

/**
 * The key a path or an import names. Nothing is normalized here: what POST /features would change
 * is refused, so that no feature exists that it could not have created.
 */
export function exactFeatureKey(name: string): string {
  if (normalizeFeatureKey(name) !== name) {
    throw new GatehouseError(
      "feature_name_missing",
      "The name holds invisible characters or outer white space",
    );
  }
  return name;
}

function accept(key: string): string {
  if (!key.isWellFormed()) {
    throw new GatehouseError("feature_name_missing", "The name is not valid Unicode");
  }
  if (isLongerThan(key, featureKeyLengthMax)) {
    throw new GatehouseError(
      "feature_name_missing",
      `The name is longer than ${featureKeyLengthMax} characters`,
    );
  }
  if (key === "." || key === "..") {
    throw new GatehouseError("feature_name_missing", "No URL can carry the names . and ..");
  }
  return key;
}
