import { GatehouseError } from "../errors.ts";
import { isLongerThan } from "../text/text-length.ts";
import { groupNameLengthMax } from "./gates.ts";

/**
 * The group name of a gate write, unchanged. Throws `feature_name_missing` for a missing, empty or
 * long name, and for one that storage cannot hold.
 */
export function requireGroupName(name: string | undefined): string {
  if (name === undefined || name === "") {
    throw new GatehouseError("feature_name_missing");
  }
  if (!name.isWellFormed()) {
    throw new GatehouseError("feature_name_missing", { message: "The name is not valid Unicode" });
  }
  if (isLongerThan(name, groupNameLengthMax)) {
    throw new GatehouseError("feature_name_missing", {
      message: `The name is longer than ${groupNameLengthMax} characters`,
    });
  }
  return name;
}

/** As `requireGroupName`, for the register of groups: URLs drop the names `.` and `..` from paths. */
export function requireRegisteredName(name: string): string {
  if (name === "." || name === "..") {
    throw new GatehouseError("feature_name_missing", {
      message: "The names . and .. cannot be used, as they have another meaning in URLs",
    });
  }
  return requireGroupName(name);
}
