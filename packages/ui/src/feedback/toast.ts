export interface Toast {
  readonly kind: 'success' | 'error'
  readonly text: string
}

type Taker = (toast: Toast) => void

let waiting: Toast[] = []
let taker: Taker | null = null
const listeners = new Set<() => void>()

function send(toast: Toast): void {
  if (taker) return taker(toast)
  waiting = [...waiting, toast]
  for (const listener of listeners) listener()
}

/** Short messages in the corner of the page: `toast.success('Saved')`. */
export const toast = {
  success: (text: string): void => send({ kind: 'success', text }),
  error: (text: string): void => send({ kind: 'error', text }),
}

/** Whoever shows toasts gets those that wait, then all that come. */
export function takeToasts(next: Taker): () => void {
  taker = next
  for (const toast of waiting) next(toast)
  waiting = []
  return () => {
    taker = null
  }
}

export const toastQueue = {
  hasWaiting: (): boolean => waiting.length > 0,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
