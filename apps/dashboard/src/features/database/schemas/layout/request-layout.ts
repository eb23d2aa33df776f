import type { LayoutAnswer } from './layout-worker.ts'
import type { LayoutRequest, Places } from './lay-out.ts'

/** Has tables laid out beside the page, which goes on meanwhile. @throws Error when that fails, or is given up by the signal */
export function requestLayout(request: LayoutRequest, signal?: AbortSignal): Promise<Places> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' })
  const answer = new Promise<Places>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) =>
      'error' in data ? reject(new Error(data.error)) : resolve(new Map(data.places)),
    )
    worker.addEventListener('error', ({ message }) => reject(new Error(message === '' ? 'The layout could not be loaded' : message)))
    signal?.addEventListener('abort', () => reject(new Error('The layout is not needed any more')))
    worker.postMessage(request, [])
  })
  return answer.finally(() => worker.terminate())
}
