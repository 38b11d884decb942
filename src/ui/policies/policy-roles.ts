import { rolesUp } from "./rule-words.ts";

/** All roles from one upwards; none for "none". */
export function rolesFrom(role: (typeof rolesUp)[number] | "none") {
  return role === "none" ? [] : rolesUp.slice(rolesUp.indexOf(role));
}
