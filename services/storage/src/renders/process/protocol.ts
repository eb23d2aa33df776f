import type { ImageFormat, RenderParameters } from '../parameters.ts'

/** What the process is asked: paths, because bytes between processes are copied twice. */
export interface RenderTask {
  readonly id: number
  readonly source: string
  /** Doesn't exist yet. */
  readonly target: string
  readonly parameters: Omit<RenderParameters, 'format'>
  readonly format: 'origin' | 'webp' | 'avif'
}

export type RenderFault = 'unsupported' | 'tooManyPixels'

export interface RenderOutcome {
  readonly id: number
  readonly result: { readonly format: ImageFormat; readonly bytes: number } | { readonly fault: RenderFault } | { readonly failure: string }
}

/** How the process ends when it needs more memory than it may have. */
export const outOfMemoryStatus = 71
