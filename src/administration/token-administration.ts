import { type Static, Type } from "@sinclair/typebox";
import { createToken, revokeToken } from "../commands/token-commands.ts";
import type { Environment } from "../model/environment.ts";
import { firstOwner } from "../model/first-owner.ts";
import type { State } from "../model/state.ts";
import { type Token, tokenAccesses } from "../model/token.ts";
import { AdministrationError } from "./administration-error.ts";
import { operation } from "./administration-operation.ts";
import { environmentNamed, projectMemberNamed, projectNamed } from "./named.ts";
import {
  Asked,
  Email,
  exact,
  Id,
  InProject,
  Name,
  nullable,
  oneOf,
  optional,
  Timestamp,
  timestamp,
} from "./schemas.ts";

const described = {
  id: Id,
  name: Type.String(),
  project: Type.String(),
  environment: Type.String({ description: "a slug" }),
  access: oneOf(tokenAccesses),
  manages_environments: Type.Boolean(),
  preview: Type.Boolean({ description: "whether POST /environments returned it" }),
  owner: Type.String({ description: "an e-mail address" }),
  created_at: Timestamp,
  revoked_at: nullable(Timestamp),
};

export const TokenModel = Type.Object(described, exact);
export type TokenModel = Static<typeof TokenModel>;

export const tokenOperations = {
  "token.create": operation({
    input: Type.Object(
      {
        ...InProject,
        name: Name,
        environment: Asked,
        access: oneOf(tokenAccesses),
        manages_environments: Type.Boolean(),
        owner: optional(Email),
      },
      exact,
    ),
    /** The one output with a secret: the value is known now or never. */
    output: Type.Object({ ...described, value: Type.String() }, exact),
    work(draft, input) {
      const project = projectNamed(draft.state, input.project);
      const environment = environmentNamed(draft.state, project, input.environment);
      const email = input.owner ?? firstOwner(draft.state).email;
      const { token, value } = createToken(draft, {
        environment,
        name: input.name,
        access: input.access,
        managesEnvironments: input.manages_environments,
        ownerId: projectMemberNamed(draft.state, project, email).id,
        isPreview: false,
      });
      return { ...tokenModel(draft.state, token, environment), value };
    },
  }),

  "token.list": operation({
    input: Type.Object(
      { ...InProject, environment: optional(Asked), revoked: optional(Type.Boolean()) },
      exact,
    ),
    output: Type.Object({ tokens: Type.Array(TokenModel) }, exact),
    work({ state }, input) {
      const project = projectNamed(state, input.project);
      const only =
        input.environment === undefined
          ? undefined
          : environmentNamed(state, project, input.environment);
      const tokens = state.tokens
        .toArray()
        .flatMap(([, token]) => {
          const environment = environmentOf(state, token);
          const isAsked =
            environment.projectId === project.id &&
            (only === undefined || only.id === environment.id) &&
            (token.revokedAt === null || input.revoked === true);
          return isAsked ? [tokenModel(state, token, environment)] : [];
        })
        .sort((left, right) => left.id - right.id);
      return { tokens };
    },
  }),

  "token.revoke": operation({
    input: Type.Object({ id: Id }, exact),
    output: TokenModel,
    work(draft, { id }) {
      const token = draft.state.tokens.find((each) => each.id === id);
      if (token === undefined) {
        throw new AdministrationError(`there is no token ${id}`);
      }
      revokeToken(draft, token);
      const revoked = draft.state.tokens.get(token.hash) ?? token;
      return tokenModel(draft.state, revoked, environmentOf(draft.state, token));
    },
  }),
};

function tokenModel(state: State, token: Token, environment: Environment): TokenModel {
  return {
    id: token.id,
    name: token.name,
    project: state.projects.get(environment.projectId)?.name ?? "",
    environment: environment.slug,
    access: token.access,
    manages_environments: token.managesEnvironments,
    preview: token.isPreview,
    owner: state.users.get(token.ownerId)?.email ?? "",
    created_at: timestamp(token.createdAt),
    revoked_at: token.revokedAt === null ? null : timestamp(token.revokedAt),
  };
}

/** An environment takes its tokens with it, so a token has one. */
function environmentOf(state: State, token: Token): Environment {
  const environment = state.environments.get(token.environmentId);
  if (environment === undefined) {
    throw new Error(`Token ${token.id} has no environment`);
  }
  return environment;
}
