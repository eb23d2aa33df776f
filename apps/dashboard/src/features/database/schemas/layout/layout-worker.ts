import { layOut, type LayoutRequest } from './lay-out.ts'
import type { Place } from './sizes.ts'

/** The result: positions by id, or why there are none. */
export type LayoutAnswer = { readonly places: readonly (readonly [string, Place])[] } | { readonly error: string }

globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  let answer: LayoutAnswer
  try {
    answer = { places: [...layOut(data)] }
  } catch (error) {
    answer = { error: String(error) }
  }
  globalThis.postMessage(answer, { transfer: [] })
})
