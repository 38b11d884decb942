import { type Static, Type } from "@sinclair/typebox";
import { createToken, revokeToken } from "../commands/token-commands.ts";
import type { Draft } from "../model/draft.ts";
import type { Environment } from "../model/environment.ts";
import { firstOwner } from "../model/first-owner.ts";
import type { Project } from "../model/project.ts";
import type { State } from "../model/state.ts";
import { type Token, tokenAccesses } from "../model/token.ts";
import type { User } from "../model/user.ts";
import { AdministrationError } from "./administration-error.ts";
import { administrationOperation } from "./administration-operation.ts";
import {
  Email,
  exact,
  Id,
  InProject,
  integerSchema,
  LookupText,
  Name,
  nullableSchema,
  oneOfSchema,
  optionalSchema,
  Timestamp,
  toTimestamp,
} from "./administration-schemas.ts";
import { requireEnvironment, requireProject, requireProjectMember } from "./find-by-name.ts";

const described = {
  id: Id,
  name: Type.String(),
  project: Type.String(),
  environment: Type.String({ description: "a slug" }),
  access: oneOfSchema(tokenAccesses),
  manages_environments: Type.Boolean(),
  preview: Type.Boolean({ description: "whether POST /environments returned it" }),
  owner: Type.String({ description: "an e-mail address" }),
  created_at: Timestamp,
  revoked_at: nullableSchema(Timestamp),
  expires_at: nullableSchema(Timestamp),
};

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** For how long a token can be used, in milliseconds. */
export const tokenLifetimeBounds = { minimum: minuteMs, maximum: 3_650 * dayMs } as const;

export const AdministeredToken = Type.Object(described, exact);
export type AdministeredToken = Static<typeof AdministeredToken>;

export const tokenOperations = {
  "token.create": administrationOperation({
    input: Type.Object(
      {
        ...InProject,
        name: Name,
        environment: LookupText,
        access: oneOfSchema(tokenAccesses),
        manages_environments: Type.Boolean(),
        owner: optionalSchema(Email),
        /** Milliseconds; without it, the token has no end. */
        expires: optionalSchema(integerSchema(tokenLifetimeBounds)),
      },
      exact,
    ),
    /** The only output with a secret: the value cannot be read again later. */
    output: Type.Object({ ...described, value: Type.String() }, exact),
    work(draft, input) {
      if (input.access === "evaluate" && input.manages_environments) {
        throw new AdministrationError("a token that may only evaluate cannot manage environments");
      }
      const project = requireProject(draft.state, input.project);
      const environment = requireEnvironment(draft.state, project, input.environment);
      const email = input.owner ?? firstOwner(draft.state).email;
      const { token, value } = createToken(draft, {
        environment,
        name: input.name,
        access: input.access,
        managesEnvironments: input.manages_environments,
        ownerId: requireProjectMember(draft.state, project, email).id,
        isPreview: false,
        expiresAt: input.expires === undefined ? null : draft.now + input.expires,
      });
      return { ...administeredToken(draft.state, token, environment), value };
    },
  }),

  "token.list": administrationOperation({
    input: Type.Object(
      {
        ...InProject,
        environment: optionalSchema(LookupText),
        revoked: optionalSchema(Type.Boolean()),
      },
      exact,
    ),
    output: Type.Object({ tokens: Type.Array(AdministeredToken) }, exact),
    work({ state }, input) {
      const project = requireProject(state, input.project);
      const only =
        input.environment === undefined
          ? undefined
          : requireEnvironment(state, project, input.environment);
      const tokens = state.tokens
        .toArray()
        .flatMap(([, token]) => {
          const environment = environmentOf(state, token);
          const isSelected =
            environment.projectId === project.id &&
            (only === undefined || only.id === environment.id) &&
            (token.revokedAt === null || input.revoked === true);
          return isSelected ? [administeredToken(state, token, environment)] : [];
        })
        .sort((left, right) => left.id - right.id);
      return { tokens };
    },
  }),

  "token.revoke": administrationOperation({
    input: Type.Object({ id: Id }, exact),
    output: AdministeredToken,
    work(draft, { id }) {
      const token = draft.state.tokens.find((each) => each.id === id);
      if (token === undefined) {
        throw new AdministrationError(`there is no token ${id}`);
      }
      return revokeAndDescribe(draft, token);
    },
  }),
};

/** The active tokens that a user owns, by id; only those of the project if one is given. */
export function activeTokensOf(
  state: State,
  user: User,
  project: Project | undefined,
): readonly Token[] {
  return state.tokens
    .toArray()
    .flatMap(([, token]) => {
      const isActive = token.ownerId === user.id && token.revokedAt === null;
      const isSelected =
        project === undefined || environmentOf(state, token).projectId === project.id;
      return isActive && isSelected ? [token] : [];
    })
    .sort((left, right) => left.id - right.id);
}

/** Revokes a token, and describes it as it is then. */
export function revokeAndDescribe(draft: Draft, token: Token): AdministeredToken {
  revokeToken(draft, token);
  return describeToken(draft.state, draft.state.tokens.get(token.hash) ?? token);
}

export function describeToken(state: State, token: Token): AdministeredToken {
  return administeredToken(state, token, environmentOf(state, token));
}

function administeredToken(
  state: State,
  token: Token,
  environment: Environment,
): AdministeredToken {
  return {
    id: token.id,
    name: token.name,
    project: state.projects.get(environment.projectId)?.name ?? "",
    environment: environment.slug,
    access: token.access,
    manages_environments: token.managesEnvironments,
    preview: token.isPreview,
    owner: state.users.get(token.ownerId)?.email ?? "",
    created_at: toTimestamp(token.createdAt),
    revoked_at: token.revokedAt === null ? null : toTimestamp(token.revokedAt),
    expires_at: token.expiresAt === null ? null : toTimestamp(token.expiresAt),
  };
}

/** An environment is deleted with its tokens, so every token has an environment. */
function environmentOf(state: State, token: Token): Environment {
  const environment = state.environments.get(token.environmentId);
  if (environment === undefined) {
    throw new Error(`Token ${token.id} has no environment`);
  }
  return environment;
}
