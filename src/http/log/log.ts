import { printable } from "../../core/text/printable.ts";

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
  /** Whether lines of this level are written. */
  isLogged(level: LogLevel): boolean;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** The fields of a line. They never hold a token, a body or a query value. */
export type LogFields = Readonly<Record<string, string | number | boolean>>;

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: "text" | "json";
  readonly now: () => number;
  readonly write: (line: string) => void;
}

/** Longer values are truncated, so that they do not fill the disk. */
const valueLengthMax = 2_000;

export function createLog({ level, format, now, write }: LogOptions): Log {
  const lowest = logLevels.indexOf(level);
  const line = format === "json" ? jsonLine : textLine;
  const isLogged = (name: LogLevel) => logLevels.indexOf(name) >= lowest;
  const at =
    (name: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (isLogged(name)) {
        write(line(new Date(now()).toISOString(), name, message, fields));
      }
    };
  return { isLogged, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return `${printable(JSON.stringify({ time, level, message, ...shortenValues(fields) }))}\n`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const rest = Object.entries(shortenValues(fields)).map(
    ([name, value]) =>
      ` ${name}=${typeof value === "string" ? printable(JSON.stringify(value)) : value}`,
  );
  return `${time} ${level} ${message}${rest.join("")}\n`;
}

function shortenValues(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value.slice(0, valueLengthMax) : value,
    ]),
  );
}
