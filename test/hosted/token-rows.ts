import {
  addEnvironment,
  addMember,
  addProject,
  leaveOrganization,
  leaveProject,
  revoke,
} from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import type { HostedServer } from "../helpers/hosted-server.ts";

import type { Permission } from "./permission-rows.ts";

/** The refusals of a token by permission; other permissions are granted. */
type Refusals = Partial<Record<Permission, readonly [status: number, code: string]>>;

const unauthorized: Refusals = Object.fromEntries(
  (["evaluate", "read", "write", "remove", "create", "delete", "any token"] as const).map(
    (permission) => [permission, [401, "token_invalid"]],
  ),
);
const evaluateOnly: Refusals = Object.fromEntries(
  (["read", "write", "remove", "create", "delete", "any token"] as const).map((permission) => [
    permission,
    [403, "token_evaluate_only"],
  ]),
);
const readOnly = [403, "token_read_only"] as const;
const productionOnly = [403, "production_token_required"] as const;
const noManager = [403, "preview_environment_management_token_required"] as const;
const notCreator = [403, "not_environment_creator"] as const;
const leftOrganization = [403, "organization_membership"] as const;
const leftProject = [403, "project_membership"] as const;

/** A server with a feature, and an environment that the manager's token created. */
export interface Arranged {
  readonly server: HostedServer;
  readonly environmentId: number;
  readonly previewToken: string;
}

interface TokenRow {
  readonly kind: string;
  readonly refusals: Refusals;
  readonly client: (arranged: Arranged) => Promise<HostedClient>;
}

const invalidTokens: readonly (readonly [kind: string, token: string | null])[] = [
  ["no token", null],
  ["an empty token", ""],
  ["a blank token", "   "],
  ["an unknown token", "gatehouse_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
  ["a token of other characters", "\u00fc\u00ff;,\"'%00"],
  ["a token longer than any", "x".repeat(256)],
  ["a token far longer than any", "x".repeat(8_000)],
];

export const tokenRows: readonly TokenRow[] = [
  ...invalidTokens.map(([kind, token]) => ({
    kind,
    refusals: unauthorized,
    client: async ({ server }: Arranged) => server.manager.as(token),
  })),
  ...(["Bearer VALUE", "VALUE, VALUE", "VALUE2", "value"] as const).map((form) => ({
    kind: `a valid token sent as ${form}`,
    refusals: unauthorized,
    client: async ({ server }: Arranged) => {
      const value = server.managerToken;
      const isLower = form === "value";
      return server.manager.as(isLower ? value.toLowerCase() : form.replaceAll("VALUE", value));
    },
  })),
  {
    kind: "the hash of a valid token",
    refusals: unauthorized,
    client: async ({ server }) => {
      const [hash = ""] = server.deployment.writer.state.tokens.keys();
      return server.manager.as(hash);
    },
  },
  {
    kind: "a revoked token",
    refusals: unauthorized,
    client: async ({ server }) => {
      const value = await server.newToken({ managesEnvironments: true });
      await revoke(server, value);
      return server.manager.as(value);
    },
  },
  {
    kind: "an expired token",
    refusals: unauthorized,
    client: async ({ server }) => {
      const value = await server.newToken({ managesEnvironments: true, expiresAt: 1 });
      return server.manager.as(value);
    },
  },
  {
    kind: "evaluate",
    refusals: evaluateOnly,
    client: ({ server }) => server.newClient({ access: "evaluate" }),
  },
  {
    kind: "evaluate, may manage environments, expires later",
    refusals: evaluateOnly,
    client: ({ server }) =>
      server.newClient({
        access: "evaluate",
        managesEnvironments: true,
        expiresAt: Number.MAX_SAFE_INTEGER,
      }),
  },
  {
    kind: "read only, expires later",
    refusals: { write: readOnly, remove: readOnly, create: noManager, delete: notCreator },
    client: ({ server }) =>
      server.newClient({ access: "read_only", expiresAt: Number.MAX_SAFE_INTEGER }),
  },
  {
    kind: "a token of a deleted environment",
    refusals: unauthorized,
    client: async ({ server }) => {
      const { environment, token } = created(await server.manager.environments.create("gone"));
      await server.manager.environments.delete(environment.id);
      return server.manager.as(token.value);
    },
  },
  {
    kind: "read only",
    refusals: { write: readOnly, remove: readOnly, create: noManager, delete: notCreator },
    client: ({ server }) => server.newClient({ access: "read_only" }),
  },
  {
    kind: "read only, may manage environments",
    refusals: { write: readOnly, remove: readOnly, delete: notCreator },
    client: ({ server }) => server.newClient({ access: "read_only", managesEnvironments: true }),
  },
  {
    kind: "read and write, Production",
    refusals: { create: noManager, delete: notCreator },
    client: ({ server }) => server.newClient(),
  },
  {
    kind: "read and write, Production, the creator",
    refusals: {},
    client: async ({ server }) => server.manager,
  },
  {
    kind: "read and write, Production, may manage, not the creator",
    refusals: { delete: notCreator },
    client: ({ server }) => server.newClient({ managesEnvironments: true }),
  },
  {
    kind: "read and write, another environment",
    refusals: { remove: productionOnly, create: noManager, delete: notCreator },
    client: async ({ server }) => {
      const environment = await addEnvironment(server, { name: "Staging", kind: "custom" });
      return server.newClient({ environment });
    },
  },
  {
    kind: "read and write, another environment, may manage",
    refusals: { remove: productionOnly, delete: notCreator },
    client: async ({ server }) => {
      const environment = await addEnvironment(server, { name: "Staging", kind: "custom" });
      return server.newClient({ environment, managesEnvironments: true });
    },
  },
  {
    kind: "read and write, a personal environment",
    refusals: { remove: productionOnly, create: noManager, delete: notCreator },
    client: async ({ server }) => {
      const environment = await addEnvironment(server, { name: "Owner", kind: "personal" });
      return server.newClient({ environment });
    },
  },
  {
    kind: "the preview token of the environment",
    refusals: { remove: productionOnly, create: noManager },
    client: async ({ server, previewToken }) => server.manager.as(previewToken),
  },
  {
    kind: "the preview token of another environment",
    refusals: { remove: productionOnly, create: noManager, delete: notCreator },
    client: async ({ server }) =>
      server.manager.as(created(await server.manager.environments.create("another")).token.value),
  },
  {
    kind: "a token of the environment that POST /environments did not return",
    refusals: { remove: productionOnly, create: noManager, delete: notCreator },
    client: async ({ server, environmentId }) => {
      const environment = server.deployment.writer.state.environments.get(environmentId);
      return server.newClient(environment === undefined ? {} : { environment });
    },
  },
  {
    kind: "another project's, may manage",
    refusals: {},
    client: async ({ server }) => {
      const environment = await addProject(server, "Other");
      const client = await server.newClient({ environment, managesEnvironments: true });
      await client.features.create("search");
      return client;
    },
  },
  {
    kind: "its owner left the organization",
    refusals: { create: leftOrganization, delete: leftOrganization },
    client: async ({ server }) => {
      const ownerId = await addMember(server, "former");
      const client = await server.newClient({ ownerId, managesEnvironments: true });
      await leaveOrganization(server, ownerId);
      return client;
    },
  },
  {
    kind: "its owner left the project",
    refusals: { create: leftProject, delete: leftProject },
    client: async ({ server }) => {
      const ownerId = await addMember(server, "moved");
      const client = await server.newClient({ ownerId, managesEnvironments: true });
      await leaveProject(server, ownerId);
      return client;
    },
  },
];
