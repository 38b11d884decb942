import { describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { abortedAtEnd } from "../../src/cli/aborted-at-end.ts";
import { handleOutputErrors } from "../../src/cli/output/process-output.ts";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { noCliServices } from "../helpers/cli-services.ts";
import { words } from "./in-memory-shell.ts";

class Stream extends EventEmitter {
  written = "";
  write(text: string): void {
    this.written += text;
  }
}

function writing() {
  const ended = {
    stdout: new Stream(),
    stderr: new Stream(),
    exitCode: undefined as number | undefined,
    signals: new EventEmitter(),
    once: (name: string, listener: () => void) => ended.signals.once(name, listener),
  };
  return ended;
}

function failed(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

describe("an output that cannot be written", () => {
  test("is told once in one line, and the exit code is 2", () => {
    const ended = writing();
    handleOutputErrors(ended);
    ended.stdout.emit("error", failed("ENOSPC"));
    ended.stdout.emit("error", failed("EIO"));
    ended.stderr.emit("error", failed("ENOSPC"));
    expect(ended.stderr.written).toBe(
      "gatehouse: the output cannot be written: the disk is full\n",
    );
    expect(ended.exitCode).toBe(2);
  });

  test("is not told if its reader closed it", () => {
    const ended = writing();
    handleOutputErrors(ended);
    ended.stdout.emit("error", failed("EPIPE"));
    ended.stderr.emit("error", failed("EPIPE"));
    expect([ended.stderr.written, ended.exitCode]).toEqual(["", undefined]);
  });

  test.each(["EPIPE", "ENOSPC"])("ends a command without an end of its own: %s", (code) => {
    const ended = writing();
    const signal = abortedAtEnd(ended);
    ended.stderr.on("error", () => undefined);
    ended.stderr.emit("error", failed(code));
    expect(signal.aborted).toBe(false);
    ended.stdout.emit("error", failed(code));
    expect(signal.aborted).toBe(true);
  });

  test.each(["SIGINT", "SIGTERM"])("so does %s", (name) => {
    const ended = writing();
    const signal = abortedAtEnd(ended);
    ended.signals.emit(name);
    expect(signal.aborted).toBe(true);
  });
});

test("a fault of the program is no answer of check", async () => {
  let err = "";
  const output = {
    out: () => undefined,
    err: (text: string) => {
      err += text;
    },
  };
  const connectAt = () => ({
    send: () => Promise.reject(new TypeError("a fault")),
    release: () => Promise.resolve(),
  });
  const program = gatehouseProgram({ ...noCliServices, connectAt });
  const check = (line: string) => runCli(words(line), {}, output, program);
  expect(await check("check search --actor User;1")).toBe(2);
  expect(await check("check search --why")).toBe(2);
  expect(err).toStartWith("TypeError: a fault\n");
});
