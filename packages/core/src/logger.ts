/** From what matters least to what matters most. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]
export type LogFields = { readonly [key: string]: unknown }

/** Structured log: one line of JSON an event. Secrets never go in. */
export interface Logger {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
  /** The same log with fields added to every line. */
  child(fields: LogFields): Logger
}

/** Returns whether a line of that level is logged at the configured minimum. */
export function isLogged(level: LogLevel, least: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(least)
}

/** A logger that hands each line, without its newline, and its level to `write`. Errors among the fields are written with stack and cause. */
export function createLogger(write: (line: string, level: LogLevel) => void, level: LogLevel = 'info', base: LogFields = {}): Logger {
  const log =
    (at: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (!isLogged(at, level)) return
      write(JSON.stringify({ time: new Date().toISOString(), level: at, event, ...base, ...fields }, plain), at)
    }
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    child: (fields) => createLogger(write, level, { ...base, ...fields }),
  }
}

export const silentLogger: Logger = createLogger(() => {}, 'error')

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) return { ...Object.fromEntries(Object.entries(value)), message: value.message, stack: value.stack, cause: value.cause }
  return typeof value === 'bigint' ? value.toString() : value
}
