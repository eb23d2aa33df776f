import type { FunctionBuilder } from '@colonnade/projects'

/** Part of a context: the builder of edge functions; null while there is none. */
export interface HasFunctionBuilder {
  readonly functionBuilder: () => Promise<FunctionBuilder> | null
}
