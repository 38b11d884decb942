import type { Database } from "bun:sqlite";
import { actHash, auditHash, chainStart } from "../../../src/storage/chain/chain-hash.ts";
import { coveredOf } from "../../../src/storage/sqlite/sqlite-record-reads.ts";

/** Changes a database at one of four places. */
export type Tampering = (database: Database, place: number) => void;

/** A sequence of environment 1, which has 36 audits; the last four have a checkpoint after them. */
const sequenceAt = (place: number) => 4 + place * 9;
const actAt = (place: number) => 3 + place * 3;

function edit(set: string): Tampering {
  return (database, place) => {
    database.run(`UPDATE audits SET ${set} WHERE environment_id = 1 AND sequence = ?`, [
      sequenceAt(place),
    ]);
  };
}

function renumber(database: Database, from: number, by: number): void {
  database.run("PRAGMA foreign_keys = OFF");
  // Two steps, as every sequence must stay unique.
  for (const step of ["-sequence", `${by} - sequence`]) {
    for (const table of ["audits", "large_differences"]) {
      database.run(
        `UPDATE ${table} SET sequence = ${step} WHERE environment_id = 1 AND ${
          step === "-sequence" ? `sequence >= ${from}` : "sequence < 0"
        }`,
      );
    }
  }
}

/** Makes the chain of environment 1 right again from a sequence on, as somebody without the key can. */
export function relinkAudits(database: Database, from: number): void {
  const { uuid } = database.query<{ uuid: string }, []>("SELECT uuid FROM installation").get() ?? {
    uuid: "",
  };
  let previous =
    database
      .query<{ hash: Uint8Array }, [number]>(
        "SELECT hash FROM audits WHERE environment_id = 1 AND sequence = ?",
      )
      .get(from - 1)?.hash ?? chainStart;
  const rows = database
    .query<Parameters<typeof auditHash>[2] & { deflated: Uint8Array | null }, [number]>(
      `SELECT a.environment_id AS environmentId, a.sequence, created_at AS createdAt, action,
        actor_type AS actorType, actor_id AS actorId, feature_key AS featureKey, value,
        feature_id AS featureId, step, target, difference, reason, l.deflated
      FROM audits a LEFT JOIN large_differences l
        ON l.environment_id = a.environment_id AND l.sequence = a.sequence
      WHERE a.environment_id = 1 AND a.sequence >= ? ORDER BY a.sequence`,
    )
    .all(from);
  for (const { deflated, ...row } of rows) {
    previous = auditHash(previous, uuid, {
      ...row,
      difference: coveredOf(row.difference, deflated),
    });
    database.run("UPDATE audits SET hash = ? WHERE environment_id = 1 AND sequence = ?", [
      previous,
      row.sequence,
    ]);
  }
}

/** The same for acts. */
export function relinkActs(database: Database, from: number): void {
  let previous =
    database
      .query<{ hash: Uint8Array }, [number]>("SELECT hash FROM acts WHERE n = ?")
      .get(from - 1)?.hash ?? chainStart;
  for (const act of database
    .query<{ n: number; at: number; body: string }, [number]>(
      "SELECT n, at, body FROM acts WHERE n >= ? ORDER BY n",
    )
    .all(from)) {
    previous = actHash(previous, act);
    database.run("UPDATE acts SET hash = ? WHERE n = ?", [previous, act.n]);
  }
}

function dropAudit(database: Database, place: number): void {
  database.run("DELETE FROM audits WHERE environment_id = 1 AND sequence = ?", [sequenceAt(place)]);
}

function insertAudit(database: Database, place: number): void {
  const at = sequenceAt(place);
  renumber(database, at, 1);
  database.run(
    `INSERT INTO audits SELECT 1, ${at}, created_at, action, actor_type, actor_id, 'forged', value,
      is_indexed, feature_id, step, target, difference, reason, hash
    FROM audits WHERE environment_id = 1 AND sequence = ${at - 1}`,
  );
}

const editReason = edit("reason = 'another'");
const editAct: Tampering = (database, place) =>
  void database.run("UPDATE acts SET body = replace(body, 'User', 'Xser') || ' ' WHERE n = ?", [
    actAt(place),
  ]);

/** Twenty-five kinds of changes, each of which a verification must find without anything else. */
export const tamperings: Readonly<Record<string, Tampering>> = {
  "another value": edit("value = 'User;evil'"),
  "no value": edit("value = NULL"),
  "another feature": edit("feature_key = 'other'"),
  "another action": edit("action = 'disable'"),
  "another author": edit("actor_id = '77'"),
  "another kind of author": edit("actor_type = 'Token'"),
  "another time": edit("created_at = created_at + 1"),
  "another reason": editReason,
  "another step": edit("step = coalesce(step, 0) + 1"),
  "another target": edit("target = 99"),
  "another feature id": edit("feature_id = feature_id + 1"),
  "another difference": edit("difference = 'none', feature_id = 5"),
  "another large difference": (database, place) =>
    void database.run(
      `UPDATE large_differences SET deflated = (SELECT deflated FROM large_differences LIMIT 1) || x'00'
      WHERE rowid = (SELECT rowid FROM large_differences ORDER BY rowid LIMIT 1 OFFSET ${place})`,
    ),
  "another hash": edit("hash = zeroblob(32)"),
  "no hash": edit("hash = NULL"),
  "a dropped audit": dropAudit,
  "a dropped audit, renumbered and linked again": (database, place) => {
    dropAudit(database, place);
    renumber(database, sequenceAt(place) + 1, -1);
    relinkAudits(database, sequenceAt(place));
  },
  "an inserted audit": insertAudit,
  "an inserted audit, linked again": (database, place) => {
    insertAudit(database, place);
    relinkAudits(database, sequenceAt(place));
  },
  "two swapped audits": (database, place) => {
    const at = sequenceAt(place);
    database.run("PRAGMA foreign_keys = OFF");
    for (const [from, to] of [
      [at, -1],
      [at + 1, at],
      [-1, at + 1],
    ] as const) {
      database.run("UPDATE audits SET sequence = ? WHERE environment_id = 1 AND sequence = ?", [
        to,
        from,
      ]);
    }
  },
  "an edit, linked again": (database, place) => {
    editReason(database, place);
    relinkAudits(database, sequenceAt(place));
  },
  "a cut end": (database, place) =>
    void database.run("DELETE FROM audits WHERE environment_id = 1 AND sequence > ?", [
      sequenceAt(place),
    ]),
  "a cut start, as if the retention had removed it": (database, place) => {
    const through = sequenceAt(place);
    database.run(
      `UPDATE environments SET audits_removed_through = ${through}, removed_hash =
        (SELECT hash FROM audits WHERE environment_id = 1 AND sequence = ${through}) WHERE id = 1`,
    );
    database.run("DELETE FROM audits WHERE environment_id = 1 AND sequence <= ?", [through]);
  },
  "an environment without its audits": (database, place) => {
    const id = 1 + (place % 2);
    database.run("PRAGMA foreign_keys = OFF");
    database.run("DELETE FROM audits WHERE environment_id = ?", [id]);
    if (place > 1) {
      database.run("DELETE FROM environments WHERE id = ?", [id]);
    }
  },
  "an edited act": editAct,
  "an edited act, linked again": (database, place) => {
    editAct(database, place);
    relinkActs(database, actAt(place));
  },
  "a dropped act": (database, place) =>
    void database.run("DELETE FROM acts WHERE n = ?", [actAt(place)]),
  "two swapped acts": (database, place) => {
    const at = actAt(place);
    for (const [from, to] of [
      [at, -1],
      [at + 1, at],
      [-1, at + 1],
    ] as const) {
      database.run("UPDATE acts SET n = ? WHERE n = ?", [to, from]);
    }
  },
  "another signature": (database, place) =>
    void database.run(
      `UPDATE acts SET body = replace(body, '"signature":"', '"signature":"A') WHERE n =
        (SELECT n FROM acts WHERE body LIKE '%checkpoint.signed%' ORDER BY n LIMIT 1 OFFSET ${place % 3})`,
    ),
  "another signing key": (database) =>
    void database.run("UPDATE signing_keys SET public = replace(public, 'M', 'N')"),
};
