import { gatehouseProgram } from "./cli/program.ts";
import { runCli } from "./cli/run-cli.ts";

const program = gatehouseProgram({
  serve: () => Promise.reject(new Error("The server is not wired yet")),
});

process.exitCode = await runCli(
  process.argv.slice(2),
  process.env,
  {
    out: (text) => {
      process.stdout.write(text);
    },
    err: (text) => {
      process.stderr.write(text);
    },
  },
  program,
);
