import { type TObject, Type } from "@sinclair/typebox";
import type { Refusal } from "../../core/errors.ts";
import type { Role } from "../../core/model/role.ts";
import { declarationIn, type RouteDeclaration } from "../../http/declared/route-declaration.ts";
import { exactFields, InProject } from "./contract/shared-models.ts";
import type { TokenLevel } from "./reader.ts";

/** Who may call a route: a role with all rights of lower roles, or `anyone`, even signed out. */
export type RequiredRole = Role | "anyone";

/**
 * Whether a route exists in the hosted deployment only: for all callers, or for clients. The command
 * line can read the data of both deployments, with members and tokens from an earlier hosted server.
 */
export type HostedOnly = boolean | "for_clients";

/** The declarations of a route of the Admin API, in addition to its schemas. */
export interface AdminDeclaration extends RouteDeclaration<Refusal> {
  readonly role: RequiredRole;
  readonly hostedOnly: HostedOnly;
  /** Whether a person must have proven their identity within the last 10 minutes. */
  readonly needsProof: boolean;
  /** Whether its effect outlives a personal token: then only a session or a command may call it. */
  readonly refusesTokens: boolean;
  /** Whether only the session of a person may call it, because it changes how the person signs in. */
  readonly sessionOnly: boolean;
  /** Whether programs call it without credentials, as its body has some; it reads no cookie. */
  readonly isForPrograms: boolean;
  /** What a token of an environment must allow; undefined for a route without such tokens. */
  readonly environmentToken: TokenLevel | undefined;
  /** The maximum size of the body in bytes; 512 KiB unless declared. */
  readonly bodyBytesMax: number | undefined;
}

const ownSlots = [
  "hostedOnly",
  "needsProof",
  "refusesTokens",
  "sessionOnly",
  "forPrograms",
  "environmentToken",
  "bodyBytesMax",
];

/** Removes the declaration of a route from the hook, because Elysia does not know it. */
export function takeAdminDeclaration(hook: object, role: RequiredRole): AdminDeclaration {
  const slots = hook as Partial<AdminDeclaration> & { readonly forPrograms?: boolean };
  const { hostedOnly, needsProof, refusesTokens, environmentToken, bodyBytesMax } = slots;
  const isForPrograms = slots.forPrograms === true;
  const sessionOnly = slots.sessionOnly === true || (role === "anyone" && !isForPrograms);
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
    isForPrograms,
    environmentToken,
    bodyBytesMax: typeof bodyBytesMax === "number" ? bodyBytesMax : undefined,
  };
}

function withProject(query: TObject | undefined): TObject {
  return Type.Object({ ...query?.properties, ...InProject.properties }, exactFields);
}
