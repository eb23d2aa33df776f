import type { FunctionBuilder } from '@colonnade/projects'

/** A context's part: what builds edge functions; null while nothing does. */
export interface HasFunctionBuilder {
  readonly functionBuilder: () => Promise<FunctionBuilder> | null
}
