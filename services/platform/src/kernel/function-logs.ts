import type { FunctionLogs } from '@colonnade/projects'

/** A context's part: what reads the logs of edge functions; null while no service of theirs runs. */
export interface HasFunctionLogs {
  readonly functionLogs: () => FunctionLogs | null
}
