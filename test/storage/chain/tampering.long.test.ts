import { afterAll, expect, test } from "bun:test";
import { isVerified } from "../../../src/storage/chain/verify-report.ts";
import { expectSeen, TamperedCopies } from "./tampered-copies.ts";
import { tamperings } from "./tampering.ts";

const copies = await TamperedCopies.make();
afterAll(() => copies.remove());

const places = [0, 1, 2, 3];

test.each(Object.entries(tamperings))("a verification finds %s at four places", (_, tamper) => {
  const found = places.map((place) =>
    isVerified(copies.verified((database) => tamper(database, place))),
  );
  expect(found).toEqual(places.map(() => false));
});

test("none of 500 flipped bits is unseen", () => {
  for (let round = 0; round < 500; round++) {
    expectSeen(copies, Math.floor((round / 500 + Math.random() / 500) * copies.bits));
  }
}, 180_000);
