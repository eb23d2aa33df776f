import type { LayoutAnswer } from './layout-worker.ts'
import type { LayoutRequest, Places } from './lay-out.ts'

/** Lays out tables in a worker. @throws Error if that fails, or on the signal's abort */
export function requestLayout(request: LayoutRequest, signal?: AbortSignal): Promise<Places> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' })
  const answer = new Promise<Places>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) =>
      'error' in data ? reject(new Error(data.error)) : resolve(new Map(data.places)),
    )
    worker.addEventListener('error', ({ message }) => reject(new Error(message === '' ? 'The layout worker failed to load' : message)))
    signal?.addEventListener('abort', () => reject(new Error('The layout was canceled')))
    worker.postMessage(request, [])
  })
  return answer.finally(() => worker.terminate())
}
