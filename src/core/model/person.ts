import type { State } from "./state.ts";

/** A user, as APIs name people. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** A person by id; null if there is none. People who left the organization are still named. */
export function personOf({ users }: State, id: number | null): Person | null {
  const user = id === null ? undefined : users.get(id);
  return user === undefined ? null : { id: user.id, name: user.name, email: user.email };
}
