import type { RequiredRole } from "./admin-routes.ts";
import type { RouteName } from "./contract/contract.ts";

export interface Permission {
  readonly role: RequiredRole;
  /** Whether the route is there in the hosted deployment only. */
  readonly isHostedOnly: boolean;
  /** Whether a person must have proven who they are in the last 10 minutes. */
  readonly needsProof: boolean;
}

const both = ofEachRole({ isHostedOnly: false, needsProof: false });
const hosted = ofEachRole({ isHostedOnly: true, needsProof: false });
/** For what outlives the session: accounts, credentials, receivers of events, and secrets. */
const proven = {
  both: ofEachRole({ isHostedOnly: false, needsProof: true }),
  hosted: ofEachRole({ isHostedOnly: true, needsProof: true }),
};

function ofEachRole(needs: Omit<Permission, "role">): Readonly<Record<RequiredRole, Permission>> {
  return {
    anyone: { role: "anyone", ...needs },
    viewer: { role: "viewer", ...needs },
    member: { role: "member", ...needs },
    admin: { role: "admin", ...needs },
    owner: { role: "owner", ...needs },
  };
}

/**
 * What each role may do: the guard decides by this table, and docs/ui.md#permissions prints it. A
 * route without a row does not compile.
 */
export const permissions = {
  "GET /environments/:environment/features": both.viewer,
  "POST /environments/:environment/features": both.member,
  "GET /environments/:environment/features/:key": both.viewer,
  "PATCH /environments/:environment/features/:key": both.member,
  "DELETE /environments/:environment/features/:key": both.member,
  "DELETE /environments/:environment/features/:key/gates": both.member,
  "DELETE /environments/:environment/features/:key/override": hosted.member,
  "PUT /environments/:environment/features/:key/boolean": both.member,
  "PUT /environments/:environment/features/:key/percentage-of-actors": both.member,
  "PUT /environments/:environment/features/:key/percentage-of-time": both.member,
  "PUT /environments/:environment/features/:key/expression": hosted.member,
  "PATCH /environments/:environment/features/:key/actors": both.member,
  "PATCH /environments/:environment/features/:key/groups": both.member,
  "GET /environments/:environment/features/:key/actors": both.viewer,
  "POST /environments/:environment/features/:key/try": both.viewer,
  "POST /environments/:environment/features/:key/copy": hosted.member,
  "GET /environments/:environment/features/:key/evaluations": both.viewer,
  "GET /environments/:environment/sparklines": both.viewer,
  "POST /expressions/check": hosted.viewer,

  "GET /environments/:environment/activity": both.viewer,
  "GET /environments/:environment/telemetry": both.viewer,
  "DELETE /environments/:environment/unknown-keys/:key": hosted.member,
} as const satisfies Partial<Readonly<Record<RouteName, Permission>>>;

/** A route that is not declared with its controller yet. */
export type HandRouteName = keyof typeof permissions;

/** Every route of the UI's own API. */
export const routeNames: readonly HandRouteName[] = Object.keys(permissions).filter(isRouteName);

function isRouteName(name: string): name is HandRouteName {
  return Object.hasOwn(permissions, name);
}
