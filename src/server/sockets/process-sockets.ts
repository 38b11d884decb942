import { dlopen } from "bun:ffi";
import { closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { readSocketAddress } from "./socket-address.ts";

/** A connection that this process accepted. */
export interface Connection {
  readonly descriptor: number;
  /** The port that it was accepted on. */
  readonly localPort: number;
  readonly peerAddress: string;
  readonly peerPort: number;
}

/** The descriptors of this process. */
export interface ProcessSockets {
  /** How many descriptors the process may have. */
  readonly descriptorsMax: number;
  /** Returns the number of descriptors, and the connections among them. */
  read(): { readonly descriptorCount: number; readonly connections: readonly Connection[] };
  /** Ends a connection as if the client had closed it. */
  shutDown(connection: Connection): void;
  close(): void;
}

const descriptorDirectory = "/proc/self/fd";
const addressBytes = 128;
const shutdownBoth = 2;

/**
 * Opens the process's own sockets through the C library. Bun 1.4 reports no connection before a
 * request has arrived, and closes such a connection only after 12 seconds. Undefined on systems
 * without Linux's list of a process's descriptors. Throws if the C library cannot be used.
 */
export function openProcessSockets(): ProcessSockets | undefined {
  if (!existsSync(descriptorDirectory)) {
    return undefined;
  }
  const { symbols, close } = dlopen("libc.so.6", {
    getdtablesize: { args: [], returns: "i32" },
    getpeername: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
    shutdown: { args: ["i32", "i32"], returns: "i32" },
  });
  // Separate buffers: the memory of a small typed array may move, and the pointer would be wrong.
  const address = new Uint8Array(new ArrayBuffer(addressBytes));
  const view = new DataView(address.buffer);
  const length = new Uint32Array(new ArrayBuffer(Uint32Array.BYTES_PER_ELEMENT));
  // Reading the directory needs a descriptor, and later none may be free.
  let reserve: number | undefined = openSync(descriptorDirectory, "r");

  function readDescriptors(): readonly number[] {
    if (reserve !== undefined) {
      closeSync(reserve);
      reserve = undefined;
    }
    const names = readdirSync(descriptorDirectory);
    reserve = openSync(descriptorDirectory, "r");
    return names.map(Number);
  }

  function addressOf(read: typeof symbols.getpeername, descriptor: number) {
    length[0] = addressBytes;
    return read(descriptor, address, length) === 0 ? readSocketAddress(view) : undefined;
  }

  function connectionOf(descriptor: number): Connection | undefined {
    const peer = addressOf(symbols.getpeername, descriptor);
    const own = peer && addressOf(symbols.getsockname, descriptor);
    return (
      own && {
        descriptor,
        localPort: own.port,
        peerAddress: peer.address,
        peerPort: peer.port,
      }
    );
  }

  return {
    descriptorsMax: symbols.getdtablesize(),
    read() {
      const descriptors = readDescriptors();
      return {
        descriptorCount: descriptors.length,
        connections: descriptors.flatMap((descriptor) => connectionOf(descriptor) ?? []),
      };
    },
    shutDown({ descriptor }) {
      symbols.shutdown(descriptor, shutdownBoth);
    },
    close() {
      if (reserve !== undefined) {
        closeSync(reserve);
      }
      close();
    },
  };
}
