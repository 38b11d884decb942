import { describe, expect, test } from "bun:test";
import type { ShortLivedStorage } from "../../src/storage/short-lived-storage.ts";

export interface ShortLivedMedium extends AsyncDisposable {
  /** The access of one process; all of them share what is kept. */
  open(): Promise<ShortLivedStorage>;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
}

const strange = "\u0000é\u{1f600}";

/** The contract of every place for what is kept for minutes. */
export function shortLivedContract(name: string, start: () => Promise<ShortLivedMedium>): void {
  describe(name, () => {
    test("a count is full after its burst, and falls with time", async () => {
      await using medium = await start();
      const [here, there] = [await medium.open(), await medium.open()];
      const count = { key: "address 192.0.2.1", rate: { burst: 3, perSecond: 1 / 60 } };
      const answers: number[] = [];
      for (const storage of [here, there, here, there, here]) {
        answers.push(await storage.take(count));
      }
      expect(answers).toEqual([0, 0, 0, 60, 60]);
      await medium.pass(65_000);
      expect(await there.take(count)).toBe(0);
      expect(await here.take(count)).toBeWithin(50, 60);
      expect(await here.take({ ...count, key: strange })).toBe(0);
    });

    test("what is taken back may be taken again", async () => {
      await using medium = await start();
      const [here, there] = [await medium.open(), await medium.open()];
      const count = { key: strange, rate: { burst: 2, perSecond: 1 / 60 } };
      await here.giveBack(count);
      expect([await here.take(count), await there.take(count)]).toEqual([0, 0]);
      await there.giveBack(count);
      expect([await here.take(count), await here.take(count)]).toEqual([0, 60]);
      await there.clear(count);
      expect([await here.take(count), await here.take(count)]).toEqual([0, 0]);
      expect(await there.take(count)).toBe(60);
    });

    test("many at once get no further than one after the other", async () => {
      await using medium = await start();
      const [here, there] = [await medium.open(), await medium.open()];
      const count = { key: "account a", rate: { burst: 10, perSecond: 1 / 60 } };
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? here : there).take(count)),
      );
      expect(answers.filter((seconds) => seconds === 0)).toHaveLength(10);
    });

    test("a text is for the first one who asks, and ends", async () => {
      await using medium = await start();
      const [here, there] = [await medium.open(), await medium.open()];
      await here.keep("challenge a", strange, 60_000);
      await here.keep("challenge b", "", 60_000);
      await here.keep("challenge c", "late", 60_000);
      expect(await there.takeOut("challenge x")).toBeNull();
      const both = await Promise.all([there.takeOut("challenge a"), here.takeOut("challenge a")]);
      expect(both.filter((text) => text !== null)).toEqual([strange]);
      expect(await there.takeOut("challenge b")).toBe("");
      await medium.pass(60_001);
      expect(await there.takeOut("challenge c")).toBeNull();
    });
  });
}
