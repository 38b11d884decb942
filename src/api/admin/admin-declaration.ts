import { type TObject, Type } from "@sinclair/typebox";
import type { Refusal } from "../../core/errors.ts";
import type { Role } from "../../core/model/role.ts";
import { declarationIn, type RouteDeclaration } from "../../http/declared/route-declaration.ts";
import { exactFields, InProject } from "./contract/shared-models.ts";
import type { TokenLevel } from "./reader.ts";

/** Who may call a route: a role with all rights of those below it, or `anyone`, signed out too. */
export type RequiredRole = Role | "anyone";

/**
 * Whether a route is there in the hosted deployment only: for everybody, or for clients. The shell has
 * the data of both deployments, and so the members and the tokens that a hosted server left there.
 */
export type HostedOnly = boolean | "for_clients";

/** What a route of the Admin API declares besides its schemas. */
export interface AdminDeclaration extends RouteDeclaration<Refusal> {
  readonly role: RequiredRole;
  readonly hostedOnly: HostedOnly;
  /** Whether a person must have proven who they are within the last 10 minutes. */
  readonly needsProof: boolean;
  /** Whether it gives access that outlives a personal token: only a session or a command may call it. */
  readonly refusesTokens: boolean;
  /** Whether only the session of a person may call it, as it is about how the person signs in. */
  readonly sessionOnly: boolean;
  /** What a token of an environment must allow; undefined for a route that is not for these. */
  readonly environmentToken: TokenLevel | undefined;
  /** The most bytes of the body; 512 KiB unless declared. */
  readonly bodyBytesMax: number | undefined;
}

const ownSlots = [
  "hostedOnly",
  "needsProof",
  "refusesTokens",
  "sessionOnly",
  "environmentToken",
  "bodyBytesMax",
];

/** Takes what a route declares out of the hook, as Elysia does not know it. */
export function takeAdminDeclaration(hook: object, role: RequiredRole): AdminDeclaration {
  const slots = hook as Partial<AdminDeclaration>;
  const { hostedOnly, needsProof, refusesTokens, environmentToken, bodyBytesMax } = slots;
  const sessionOnly = slots.sessionOnly === true || role === "anyone";
  const declaration = declarationIn<Refusal>(hook);
  for (const slot of ownSlots) {
    Reflect.deleteProperty(hook, slot);
  }
  return {
    ...declaration,
    // A person signs in to all projects.
    query: sessionOnly ? declaration.query : withProject(declaration.query),
    role,
    hostedOnly: hostedOnly ?? false,
    needsProof: needsProof === true,
    refusesTokens: refusesTokens === true,
    sessionOnly,
    environmentToken,
    bodyBytesMax: typeof bodyBytesMax === "number" ? bodyBytesMax : undefined,
  };
}

function withProject(query: TObject | undefined): TObject {
  return Type.Object({ ...query?.properties, ...InProject.properties }, exactFields);
}
