import { expect, test } from "bun:test";
import { changeLogger } from "../../../src/http/log/change-logger.ts";
import { testedOwnerApi } from "../../helpers/tested-admin-api.ts";
import { entriesOf, loggedLines } from "../../http/log/logged-lines.ts";
import { startUi, type UiServer } from "./web-ui-server.ts";

function logged(server: UiServer) {
  const { lines, log } = loggedLines();
  server.hosted.deployment.writer.onCommit(changeLogger(log));
  return () => entriesOf(lines).map(({ action, by }) => `${action} by ${by}`);
}

test("the log names the member who administers, for each change", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const changes = logged(server);
  const by = `by User ${owner.userId}`;
  const body = { email: "kim@example.com", role: "member" };
  const { member } = await owner.answer("POST /members", { body });
  expect(changes()).toEqual([
    `user.saved ${by}`,
    `organization.member_saved ${by}`,
    `sign_in_link.saved ${by}`,
  ]);
  const params = { user: member.id };
  await owner.answer("PATCH /members/:user", { params, body: { role: "admin" } });
  expect(changes().at(-1)).toBe(`organization.member_saved ${by}`);
  const environment = { environment: server.hosted.production.id };
  const token = await owner.answer("POST /environments/:environment/tokens", {
    params: environment,
    body: { name: "ci", access: "read_only" },
  });
  expect(changes().at(-1)).toBe(`token.saved ${by}`);
  await owner.answer("DELETE /environments/:environment/tokens/:token", {
    params: { ...environment, token: token.token.id },
  });
  expect(changes().at(-1)).toBe(`token.saved ${by}`);
  await owner.answer("DELETE /members/:user", { params, body: {} });
  expect(changes().filter((line) => !line.endsWith(by))).toEqual([]);
});

test("what an administrator does in the shell is logged as the shell's", async () => {
  await using server = await startUi();
  const { userId } = await server.page("member");
  const changes = logged(server);
  const ownerApi = testedOwnerApi({
    services: server.hosted.deployment,
    onFault: (error) => void server.hosted.faults.push(error),
  });
  const email = server.state().users.get(userId)?.email ?? "";
  const answer = await ownerApi(
    new Request(`http://gatehouse/admin/v1/members/${encodeURIComponent(email)}`, {
      method: "PATCH",
      body: '{"role":"viewer"}',
      headers: { "content-type": "application/json" },
    }),
  );
  expect(answer.status).toBe(200);
  expect(changes()).toEqual(["organization.member_saved by shell"]);
});

test("a change that a member may not make is made and logged by nobody", async () => {
  await using server = await startUi();
  const viewer = await server.page("viewer");
  const changes = logged(server);
  const params = { user: viewer.userId };
  const answer = await viewer.call("PATCH /members/:user", { params, body: { role: "owner" } });
  expect([answer.status, changes()]).toEqual([403, []]);
});
