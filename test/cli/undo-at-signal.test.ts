import { expect, test } from "bun:test";
import { undoAtSignal, withUndo } from "../../src/cli/undo-at-signal.ts";

/** Stands for the process: it keeps listeners, and the signals that it sent to itself. */
class Signalled {
  readonly pid = 7;
  readonly listeners = new Map<string, (name: never) => void>();
  readonly sent: unknown[] = [];
  readonly on = (name: string, listener: (name: never) => void) =>
    void this.listeners.set(name, listener);
  readonly off = (name: string) => void this.listeners.delete(name);
  readonly kill = (...sent: unknown[]) => void this.sent.push(sent);

  signal(name: string): void {
    this.listeners.get(name)?.(name as never);
  }
}

test("signals are left to the system while there is nothing to undo", () => {
  const ended = new Signalled();
  const atSignal = undoAtSignal(ended);
  expect([...ended.listeners.keys()]).toEqual([]);
  const outer = atSignal(() => undefined);
  const inner = atSignal(() => undefined);
  expect([...ended.listeners.keys()]).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
  inner[Symbol.dispose]();
  inner[Symbol.dispose]();
  expect(ended.listeners.size).toBe(3);
  outer[Symbol.dispose]();
  expect(ended.listeners.size).toBe(0);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"])(
  "at %s all is undone, the last first, and the process ends itself with the same signal",
  (name) => {
    const ended = new Signalled();
    const atSignal = undoAtSignal(ended);
    const undone: string[] = [];
    atSignal(() => void undone.push("first"));
    using _ = atSignal(() => {
      throw new Error("cannot be undone");
    });
    atSignal(() => void undone.push("last"));
    ended.signal(name);
    expect(undone).toEqual(["last", "first"]);
    expect(ended.sent).toEqual([[7, name]]);
    expect(ended.listeners.size).toBe(0);
  },
);

test("what fails is undone, what succeeds is not, and neither is undone at a later signal", async () => {
  const ended = new Signalled();
  const atSignal = undoAtSignal(ended);
  const undone: string[] = [];
  const undo = () => void undone.push("undone");
  const failed = withUndo(atSignal, undo, () => Promise.reject(new Error("failed")));
  await expect(failed).rejects.toThrow("failed");
  expect(await withUndo(atSignal, undo, () => Promise.resolve(1))).toBe(1);
  ended.signal("SIGINT");
  expect([undone, ended.sent]).toEqual([["undone"], []]);
});
