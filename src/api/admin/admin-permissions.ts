import type { Api } from "../../http/routing/api.ts";
import type { AdminDeclaration, RequiredRole } from "./admin-declaration.ts";
import type { TokenLevel } from "./reader.ts";

/** Where the hooks of a route keep its declaration. */
export const adminDeclaration = Symbol("adminDeclaration");

/** Who may call a route, by its method and its path below the API. */
export interface AdminPermission {
  readonly route: string;
  readonly role: RequiredRole;
  readonly isHostedOnly: boolean;
  readonly needsProof: boolean;
  readonly isSessionOnly: boolean;
  readonly refusesTokens: boolean;
  readonly environmentToken: TokenLevel | undefined;
}

/** Returns who may call each route of the Admin API. */
export function adminPermissions({ app, prefix }: Pick<Api, "app" | "prefix">) {
  return app.routes.flatMap(({ method, path, hooks }): readonly AdminPermission[] => {
    const declaration = Reflect.get(hooks, adminDeclaration) as AdminDeclaration | undefined;
    if (declaration === undefined) {
      return [];
    }
    const { role, hostedOnly, needsProof, sessionOnly, refusesTokens, environmentToken } =
      declaration;
    return [
      {
        route: `${method} ${path.slice(prefix.length)}`,
        ...{ role, needsProof, refusesTokens, environmentToken },
        isHostedOnly: hostedOnly !== false,
        isSessionOnly: sessionOnly,
      },
    ];
  });
}
