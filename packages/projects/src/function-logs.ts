interface FunctionLogEntry {
  /** Grows with time: rows are in its order. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  readonly slug: string
  readonly version: number
  /** Of the worker; empty for a call that had none. */
  readonly execution_id: string
}

/** What a function printed, or what its worker says of it. */
export interface FunctionLine extends FunctionLogEntry {
  readonly kind: 'line'
  readonly level: 'debug' | 'info' | 'warning' | 'error'
  readonly text: string
  /** null for what no request caused, or several at once may have. */
  readonly request_id: string | null
}

/** A limit as it was: of memory in bytes, of the others in milliseconds. `response` is the wait for its first byte. */
export interface ExceededLimit {
  readonly name: 'memory' | 'cpu' | 'duration' | 'response'
  readonly most: number
}

/** A request that a function answered, or the platform for it. */
export interface FunctionInvocation extends FunctionLogEntry {
  readonly kind: 'invocation'
  readonly request_id: string
  readonly method: string
  /** Below the function, with a slash; without what follows the question mark. */
  readonly path: string
  readonly status: number
  /** Why the platform answered, or the function's own `sb-error-code`; null for an answer of the function's. */
  readonly error_code: string | null
  /** Which limit the call exceeded. */
  readonly limit?: ExceededLimit
  readonly duration_ms: number
  /** A worker was started for it. */
  readonly is_cold: boolean
  /** Of its worker while it ran, all requests together, as last measured. */
  readonly cpu_ms: number
  /** The most that its worker had. */
  readonly memory_bytes: number
}

export interface FunctionBoot extends FunctionLogEntry {
  readonly kind: 'boot'
  readonly boot_ms: number
}

export type ShutdownReason = 'idle' | 'superseded' | 'wall_clock' | 'cpu' | 'memory' | 'fault' | 'evicted' | 'exit' | 'boot_failed' | 'stop'

export interface FunctionShutdown extends FunctionLogEntry {
  readonly kind: 'shutdown'
  readonly reason: ShutdownReason
  readonly cpu_ms: number
  readonly memory_bytes: number
}

export type FunctionLogRow = FunctionLine | FunctionInvocation | FunctionBoot | FunctionShutdown

/** Which rows of a project's functions are wanted. */
export interface FunctionLogQuery {
  readonly slug?: string | undefined
  readonly requestId?: string | undefined
  /** All, if none are named. */
  readonly kinds?: readonly FunctionLogRow['kind'][] | undefined
  /** The id of a row: the rows right after it. Without it, the newest. */
  readonly after?: string | undefined
  /** Milliseconds since 1970: no rows that are older. */
  readonly since?: number | undefined
  /** The id of a row: those before it. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Reads the logs of a project's functions: oldest first. */
export type FunctionLogs = (ref: string, query: FunctionLogQuery) => Promise<readonly FunctionLogRow[]>
