import { setServers } from "node:dns";

/**
 * For `bun --preload`: the process asks a name server of its own, which fails for names that begin
 * with `failing`, refuses those that begin with `refused`, and says that no other name exists.
 */
const failure = 2;
const unknownName = 3;
const refusal = 5;
const answerBit = 0x80;

function codeFor(question: string): number {
  return question.includes("failing")
    ? failure
    : question.includes("refused")
      ? refusal
      : unknownName;
}

const server = await Bun.udpSocket({
  hostname: "127.0.0.1",
  port: 0,
  socket: {
    data(socket, question, port, address) {
      const answer = Buffer.from(question);
      answer[2] = answerBit | (question[2] ?? 0);
      answer[3] = codeFor(question.toString("latin1"));
      socket.send(answer, port, address);
    },
  },
});
server.unref();
setServers([`127.0.0.1:${server.port}`]);
