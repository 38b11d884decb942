/** What a thread reports to the code that uses it. */
interface ThreadListener<Message> {
  onMessage(message: Message): void;
  onEnd(reason: string): void;
}

interface Thread {
  terminate(): void;
}

/** Starts threads. The first one is already loading when the first caller needs it. */
export interface EarlyThreads<Message, Started extends Thread> {
  readonly start: (listener: ThreadListener<Message>) => Started;
  /** Ends the first thread, unless a caller has it. */
  readonly cancel: () => void;
}

/**
 * Starts a thread at once, and keeps what it reports for the first caller. Loading the code of a
 * thread takes as long as opening a database, and runs on another processor.
 */
export function startedEarly<Message, Started extends Thread>(
  start: (listener: ThreadListener<Message>) => Started,
): EarlyThreads<Message, Started> {
  const reports: ((listener: ThreadListener<Message>) => void)[] = [];
  let user: ThreadListener<Message> | undefined;
  const report = (call: (listener: ThreadListener<Message>) => void) => {
    if (user === undefined) {
      reports.push(call);
    } else {
      call(user);
    }
  };
  let unused: Started | undefined = start({
    onMessage: (message) => report((listener) => listener.onMessage(message)),
    onEnd: (reason) => report((listener) => listener.onEnd(reason)),
  });
  return {
    start(listener) {
      const thread = unused;
      if (thread === undefined) {
        return start(listener);
      }
      unused = undefined;
      // Later: the caller does not have the thread yet.
      queueMicrotask(() => {
        user = listener;
        for (const call of reports.splice(0)) {
          call(listener);
        }
      });
      return thread;
    },
    cancel() {
      unused?.terminate();
      unused = undefined;
    },
  };
}
