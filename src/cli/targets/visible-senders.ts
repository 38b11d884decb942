import { dataLocationName, dataLocationOf } from "../../config/data-location.ts";
import type { ApiSender } from "../api-client/api-sender.ts";
import { withProgress } from "../output/progress.ts";
import type { Invocation } from "../subcommand.ts";
import { type ApiSenders, remoteServer } from "./api-target.ts";

/** The same senders; a slow request shows the target in the progress line. */
export function visibleSenders(
  { connectAt, sendTo }: ApiSenders,
  { given, output: { startProgress } }: Invocation,
): ApiSenders {
  const asked = remoteServer(given)?.url ?? dataLocationName(dataLocationOf(given));
  const visible =
    (send: ApiSender): ApiSender =>
    (path, init) =>
      withProgress(startProgress, (step) => {
        step(`asking ${asked}`);
        return send(path, init);
      });
  return {
    connectAt: (data) => {
      const { send, release } = connectAt(data);
      return { send: visible(send), release };
    },
    sendTo: (address) => visible(sendTo(address)),
  };
}
