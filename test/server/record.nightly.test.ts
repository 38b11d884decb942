import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkpointInEvent } from "../../src/app/webhook-events/checkpoint-event.ts";
import type { SignedCheckpoint } from "../../src/core/model/checkpoint.ts";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const timeoutMs = 180_000;

/** A place with a data directory, and a file of checkpoints beside it. */
class RecordedPlace extends TemporaryDirectory {
  readonly data = join(this.path, "data");
  readonly points = join(this.path, "points.jsonl");

  serve(data = this.data): Promise<ServerProcess> {
    const args = ["--mode", "hosted", "--port", "0", "--audit-checkpoint-file", this.points];
    return ServerProcess.run(testedProgram, args, data, {});
  }

  command(line: string) {
    return run(testedProgram, line.split(" "), { cwd: this.path });
  }

  get checkpoints(): readonly SignedCheckpoint[] {
    const text = existsSync(this.points) ? readFileSync(this.points, "utf8") : "";
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }
}

/** A message of a webhook, as for many environments. */
function messageOf({ text, ...signed }: SignedCheckpoint): string {
  const data = checkpointInEvent({ ...signed, text });
  return JSON.stringify({ type: "audit.checkpoint", data: { ...data, text: null } });
}

test(
  "a server that is killed between a commit and its checkpoint loses no record",
  async () => {
    using place = new RecordedPlace();
    {
      using server = await place.serve();
      expect((await place.command("feature enable search")).code).toBe(0);
      server.signal("SIGKILL");
      await server.ended();
    }
    const killed = await place.command("audit verify --json");
    expect(killed.code).toBe(0);
    const [, environment] = JSON.parse(killed.out).chains;
    expect(environment).toEqual({ environment: 1, records: 2, last: 2, bad: null });
    const count = place.checkpoints.length;
    {
      using server = await place.serve();
      expect((await place.command("audit checkpoint")).code).toBe(0);
      server.signal("SIGTERM");
      await server.ended();
    }
    expect(place.checkpoints.length).toBeGreaterThan(count);
    const stopped = await place.command("audit verify --checkpoints points.jsonl");
    expect(stopped).toMatchObject({ code: 0, err: "" });
    expect(stopped.out).toEndWith("verified\n");
    await Bun.write(
      join(place.path, "messages.jsonl"),
      place.checkpoints.map(messageOf).join("\n"),
    );
    const received = await place.command("audit verify --checkpoints messages.jsonl");
    expect(received).toEqual(stopped);
  },
  timeoutMs,
);

test(
  "after a restore, newer outside checkpoints are explained; an export is verified too",
  async () => {
    using place = new RecordedPlace();
    {
      using server = await place.serve();
      await place.command("feature enable search");
      await place.command("audit checkpoint");
      expect((await place.command("backup backup.tar.gz")).code).toBe(0);
      await place.command("feature disable search");
      server.signal("SIGTERM");
      await server.ended();
    }
    expect((await place.command("audit verify backup.tar.gz")).code).toBe(0);
    const older = await place.command("audit verify --checkpoints points.jsonl backup.tar.gz");
    expect(older.code).toBe(1);
    expect(older.out).toContain("outside checkpoint");
    expect((await place.command("restore --data restored backup.tar.gz")).code).toBe(0);
    {
      using server = await place.serve(join(place.path, "restored"));
      await place.command("feature enable other --data restored");
      const exported = await place.command("audit export --proofs --data restored record.jsonl");
      expect(exported).toEqual({ code: 0, out: "", err: "" });
      server.signal("SIGTERM");
      await server.ended();
    }
    expect(existsSync(join(place.path, "restored/gatehouse.restored"))).toBe(false);
    for (const file of ["restored", "record.jsonl"]) {
      const verified = await place.command(`audit verify --checkpoints points.jsonl ${file}`);
      expect([file, verified.code, verified.out]).toEqual([
        file,
        0,
        expect.stringContaining("is newer than the backup that was restored after it"),
      ]);
    }
    const acts = await place.command(
      "audit acts --data restored --kind installation.restored --json",
    );
    expect(JSON.parse(acts.out).acts).toHaveLength(1);
  },
  timeoutMs,
);

test(
  "a command rotates the key, and a verification can require the old one",
  async () => {
    using place = new RecordedPlace();
    using server = await place.serve();
    await place.command("audit checkpoint");
    const listed = await place.command("audit key list --json");
    const [{ public: pem }] = JSON.parse(listed.out).keys;
    await Bun.write(join(place.path, "key.pem"), pem);
    expect((await place.command("audit key rotate")).code).toBe(0);
    expect((await place.command("audit checkpoint")).out).toContain("signed by");
    expect((await place.command("audit verify --key key.pem")).code).toBe(0);
    server.signal("SIGTERM");
    await server.ended();
  },
  timeoutMs,
);
