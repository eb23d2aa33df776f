export interface Toast {
  readonly kind: 'success' | 'error'
  readonly text: string
  readonly action?: ToastAction | undefined
}

/** A button at the end of the message: "Undo". */
export interface ToastAction {
  readonly label: string
  readonly onClick: () => void
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

/** Short messages in the corner of the page: `toast.success('Saved')`, `toast.success('Deleted', { label: 'Undo', onClick })`. */
export const toast = {
  success: (text: string, action?: ToastAction): void => send({ kind: 'success', text, action }),
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
