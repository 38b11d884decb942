import type { SQL } from "bun";

/** The locks of migrations, of the telemetry's chores and of its partitions. */
const ownLocks = [4_747_001, 4_747_002, 4_747_004];

/**
 * The roles that hold advisory locks of Gatehouse although they are neither the role of this server
 * nor the owner of an installation, in any schema. While they hold them, counts are not added up,
 * or migrations wait.
 */
export async function readForeignLockRoles(client: SQL): Promise<readonly string[]> {
  const rows = await client<{ readonly role: string }[]>`
    select distinct a.usename as role
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and l.objid = any (
        array(select value::bigint::oid from json_array_elements_text(${JSON.stringify(ownLocks)}::text::json) as value))
      and a.usename <> current_user
      and not exists (
        select from pg_class c
        where c.relname = 'head' and c.relkind = 'r' and c.relpersistence = 'p'
          and c.relowner = a.usesysid)
    order by role limit 10`;
  return rows.map(({ role }) => role);
}
