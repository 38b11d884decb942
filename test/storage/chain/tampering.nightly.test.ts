import { afterAll, expect, test } from "bun:test";
import { isVerified } from "../../../src/storage/chain/verify-report.ts";
import { runsOf } from "../../helpers/runs.ts";
import { expectSeen, TamperedCopies } from "./tampered-copies.ts";
import { tamperings } from "./tampering.ts";

const copies = await TamperedCopies.make();
afterAll(() => copies.remove());

const flips = runsOf(100);
const places = [0, 1, 2, 3];

test.each(Object.entries(tamperings))("a verification finds %s at four places", (_, tamper) => {
  const found = places.map((place) =>
    isVerified(copies.verified((database) => tamper(database, place))),
  );
  expect(found).toEqual(places.map(() => false));
});

test(`none of ${flips} flipped bits is unseen`, () => {
  for (let round = 0; round < flips; round++) {
    expectSeen(copies, Math.floor(((round + Math.random()) / flips) * copies.bits));
  }
}, 180_000);
