export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
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

const order: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 }

/** A logger that hands each line, without its newline, to `write`. Errors among the fields are written with stack and cause. */
export function createLogger(write: (line: string) => void, level: LogLevel = 'info', base: LogFields = {}): Logger {
  const log =
    (at: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (order[at] < order[level]) return
      write(JSON.stringify({ time: new Date().toISOString(), level: at, event, ...base, ...fields }, plain))
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
