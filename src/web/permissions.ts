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
  "GET /session": both.anyone,
  "POST /session": hosted.anyone,
  "DELETE /session": hosted.anyone,
  "POST /session/proof": hosted.viewer,
  "POST /set-up/check": hosted.anyone,
  "POST /set-up": hosted.anyone,
  "POST /passkeys/sign-in/options": hosted.anyone,
  "POST /passkeys/sign-in": hosted.anyone,
  "GET /account/passkeys": hosted.viewer,
  "POST /account/passkeys/options": proven.hosted.viewer,
  "POST /account/passkeys": proven.hosted.viewer,
  "DELETE /account/passkeys/:passkey": proven.hosted.viewer,
  "PUT /account/password": hosted.viewer,
  "GET /account/sessions": hosted.viewer,
  "DELETE /account/sessions/:session": hosted.viewer,
  "DELETE /account/sessions": hosted.viewer,
  "GET /people": both.viewer,
  "GET /members": hosted.viewer,
  "POST /members": proven.hosted.owner,
  "PATCH /members/:user": proven.hosted.owner,
  "POST /members/:user/link": proven.hosted.owner,
  "DELETE /members/:user": proven.hosted.owner,

  "GET /environments": both.viewer,
  "POST /environments": hosted.admin,
  "DELETE /environments/:environment": hosted.admin,
  "GET /compare": hosted.viewer,

  "GET /environments/:environment/audits": both.viewer,
  "GET /environments/:environment/steps": both.viewer,
  "GET /environments/:environment/steps/:audit": both.viewer,
  "GET /environments/:environment/audit-actors": both.viewer,
  "POST /environments/:environment/audits/:audit/undo-preview": both.viewer,
  "POST /environments/:environment/audits/:audit/undo": both.member,

  "GET /environments/:environment/webhooks": hosted.admin,
  "POST /environments/:environment/webhooks": proven.hosted.admin,
  "PATCH /environments/:environment/webhooks/:webhook": hosted.admin,
  "DELETE /environments/:environment/webhooks/:webhook": hosted.admin,
  "DELETE /environments/:environment/webhooks/:webhook/earlier-secret": hosted.admin,
  "POST /environments/:environment/webhooks/:webhook/rotate": proven.hosted.admin,
  "POST /environments/:environment/webhooks/:webhook/test": hosted.admin,
  "POST /environments/:environment/webhooks/:webhook/redeliver": hosted.admin,
  "GET /environments/:environment/webhooks/:webhook/deliveries": hosted.admin,

  "GET /groups": both.viewer,
  "POST /groups": hosted.admin,
  "DELETE /groups/:group": hosted.admin,
  "PUT /groups-policy": hosted.admin,
  "GET /plan": both.viewer,
  "PUT /plan": both.owner,
  "GET /cleanup": both.viewer,
  "PUT /cleanup": both.admin,
  "GET /environments/:environment/export": both.viewer,
  "POST /environments/:environment/import": both.admin,
  "POST /migration/check": hosted.owner,
  "POST /environments/:environment/migration/preview": hosted.owner,
  "POST /environments/:environment/migration": proven.hosted.owner,
  "DELETE /migration": hosted.owner,
  "GET /migrations": hosted.owner,
  "DELETE /migrations/:migration": hosted.owner,
  "GET /backups": both.owner,
  "GET /backups/:file": proven.both.owner,
  "POST /backups": both.owner,
  "GET /about": both.viewer,
} as const satisfies Partial<Readonly<Record<RouteName, Permission>>>;

/** A route that is not declared with its controller yet. */
export type HandRouteName = keyof typeof permissions;

/** Every route of the UI's own API. */
export const routeNames: readonly HandRouteName[] = Object.keys(permissions).filter(isRouteName);

function isRouteName(name: string): name is HandRouteName {
  return Object.hasOwn(permissions, name);
}
