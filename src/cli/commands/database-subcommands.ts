import { Type } from "@sinclair/typebox";
import type { DatabaseAddress } from "../../config/database-settings.ts";
import { switchOption } from "../../config/option.ts";
import { parseFilePath } from "../../config/value-parsers.ts";
import { toTimestamp } from "../answers/json-schemas.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { Subcommand, SubcommandGroup } from "../subcommand.ts";
import { databaseSubcommand } from "../targets/database-subcommand.ts";

/** Operations on a shared database; every function rejects with a `StorageError`. */
export interface DatabaseServices {
  readonly status: (address: DatabaseAddress) => Promise<{
    readonly serverVersion: string;
    readonly missingMigrations: readonly string[];
    readonly log: {
      readonly position: number;
      readonly epoch: string;
      readonly commits: number;
    } | null;
  }>;
  /** Resolves with the names of the applied migrations. */
  readonly migrate: (address: DatabaseAddress) => Promise<readonly string[]>;
  readonly migrationsText: () => string | Promise<string>;
  /** Resolves with the new epoch. */
  readonly markRestored: (address: DatabaseAddress) => Promise<string>;
  readonly nodes: (address: DatabaseAddress) => Promise<readonly SeenNode[]>;
  /** Copies a data directory into an empty database, and compares both. */
  readonly importFrom: (moved: TransferredData) => Promise<void>;
  /** Copies a database into an empty data directory, and compares both. */
  readonly exportTo: (moved: TransferredData) => Promise<void>;
}

interface TransferredData {
  readonly address: DatabaseAddress;
  readonly directory: string;
  readonly onStep: (step: string) => void;
}

interface SeenNode {
  readonly node: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
  /** The last commit of the log that it has read. */
  readonly position: number;
}

const exact = { additionalProperties: false } as const;
const StatusModel = Type.Object(
  {
    server_version: Type.String(),
    missing_migrations: Type.Array(Type.String()),
    position: Type.Union([Type.Integer(), Type.Null()]),
    epoch: Type.Union([Type.String(), Type.Null()]),
    logged_commits: Type.Union([Type.Integer(), Type.Null()]),
  },
  exact,
);
const ImportedModel = Type.Object({ imported: Type.String() }, exact);
const MigratedModel = Type.Object({ applied: Type.Array(Type.String()) }, exact);
const RestoredModel = Type.Object({ epoch: Type.String() }, exact);
const NodesModel = Type.Object(
  {
    nodes: Type.Array(
      Type.Object(
        {
          node: Type.String(),
          version: Type.String(),
          seen_at: Type.String(),
          position: Type.Integer(),
        },
        exact,
      ),
    ),
  },
  exact,
);

const printOption = switchOption({
  flag: "print",
  description:
    "Prints the SQL of a new database and of a role with minimal rights, and runs nothing.",
});

/** `gatehouse database …`. */
export function databaseSubcommands(services: DatabaseServices): SubcommandGroup {
  return {
    name: "database",
    summary: "Shows and migrates a PostgreSQL database that servers share, and copies data.",
    commands: [
      statusSubcommand(services),
      migrateSubcommand(services),
      restoredSubcommand(services),
      importSubcommandOf(services),
    ],
  };
}

function statusSubcommand({ status }: DatabaseServices): Subcommand {
  return databaseSubcommand({
    name: "status",
    summary: "Shows whether the database is migrated, and the latest commit of its log.",
    examples: [
      { line: "gatehouse database status", text: "Shows the database of GATEHOUSE_DATABASE." },
    ],
    json: StatusModel,
    async work(address) {
      const { serverVersion, missingMigrations, log } = await status(address);
      return {
        server_version: serverVersion,
        missing_migrations: [...missingMigrations],
        position: log?.position ?? null,
        epoch: log?.epoch ?? null,
        logged_commits: log?.commits ?? null,
      };
    },
    text: (answer) =>
      [
        `PostgreSQL ${answer.server_version}`,
        answer.missing_migrations.length === 0
          ? "migrated to this version"
          : `not migrated: ${answer.missing_migrations.join(", ")}`,
        ...(answer.position === null
          ? []
          : [`commit ${answer.position}, ${answer.logged_commits} of them in the log`]),
      ]
        .map((line) => `${line}\n`)
        .join(""),
  });
}

function migrateSubcommand({ migrate, migrationsText }: DatabaseServices): Subcommand {
  const command = databaseSubcommand({
    name: "migrate",
    summary:
      "Migrates the database to this version. Servers also do so at their start, if their role may.",
    examples: [
      {
        line: "gatehouse database migrate",
        text: "Migrates the database of GATEHOUSE_DATABASE; the role needs the rights.",
      },
      {
        line: "gatehouse database migrate --print",
        text: "Prints the SQL, so that you can run it yourself.",
      },
    ],
    options: [printOption],
    json: MigratedModel,
    work: async (address) => ({ applied: [...(await migrate(address))] }),
    text: ({ applied }) =>
      applied.length === 0 ? "nothing to migrate\n" : `migrated: ${applied.join(", ")}\n`,
  });
  return {
    ...command,
    run: async (invocation) => {
      if (invocation.given.valueOf(printOption)) {
        invocation.output.out(await migrationsText());
        return 0;
      }
      return command.run(invocation);
    },
  };
}

function restoredSubcommand({ markRestored }: DatabaseServices): Subcommand {
  return databaseSubcommand({
    name: "restored",
    summary:
      "Makes all servers reload their data. Run it after you have restored the database from a PostgreSQL backup.",
    examples: [
      {
        line: "gatehouse database restored",
        text: "Makes the servers of GATEHOUSE_DATABASE reload their data.",
      },
    ],
    json: RestoredModel,
    work: async (address) => ({ epoch: await markRestored(address) }),
    text: () => "all servers reload their data\n",
  });
}

const sourceDirectory = {
  placeholder: "DIRECTORY",
  description: "The data directory to copy; it must not be in use by a server.",
  completion: "directories" as const,
};

function importSubcommandOf({ importFrom }: DatabaseServices): Subcommand {
  return databaseSubcommand({
    name: "import",
    summary:
      "Copies a data directory with telemetry, audits and tokens into an empty database, and compares every row. After an interruption run it again; then start servers.",
    examples: [
      {
        line: "gatehouse database import /var/lib/gatehouse",
        text: "Copies a data directory into the database of GATEHOUSE_DATABASE.",
      },
    ],
    positionals: [sourceDirectory],
    json: ImportedModel,
    async work(address, { given, step }) {
      const directory = positionalValue(given, 0, sourceDirectory, parseFilePath);
      await importFrom({ address, directory, onStep: step });
      return { imported: directory };
    },
    text: ({ imported }) => `imported ${imported}; every row is equal\n`,
  });
}

/** `gatehouse node …`. */
export function nodeSubcommands({ nodes }: DatabaseServices): SubcommandGroup {
  return {
    name: "node",
    summary: "Lists the servers that share a PostgreSQL database.",
    commands: [
      databaseSubcommand({
        name: "list",
        summary: "Lists the servers that were active in the last days.",
        examples: [
          { line: "gatehouse node list", text: "Lists the servers of GATEHOUSE_DATABASE." },
        ],
        json: NodesModel,
        work: async (address) => ({
          nodes: (await nodes(address)).map(({ node, version, seenAt, position }) => ({
            node,
            version,
            seen_at: toTimestamp(seenAt),
            position,
          })),
        }),
        text: ({ nodes: seen }, columns) =>
          seen.length === 0
            ? "no servers\n"
            : tableOf(columns, seen, [
                ["NODE", ({ node }) => node],
                ["VERSION", ({ version }) => version],
                ["COMMIT", ({ position }) => position],
                ["SEEN (UTC)", ({ seen_at }) => formatMinute(seen_at)],
              ]),
      }),
    ],
  };
}
