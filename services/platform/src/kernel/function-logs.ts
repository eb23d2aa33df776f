import type { FunctionLogs } from '@colonnade/projects'

/** Part of a context: the reader of edge function logs; null while no functions service runs. */
export interface HasFunctionLogs {
  readonly functionLogs: () => FunctionLogs | null
}
