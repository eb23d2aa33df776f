import { z } from 'zod'

/** A line of a function's log, as it comes out of its worker. */
export interface WorkerLine {
  readonly level: 'debug' | 'info' | 'warning' | 'error'
  readonly text: string
  /** Id of the request that wrote it, where the worker knows. */
  readonly request: string | null
}

/** What a worker says of itself. */
export type WorkerEvent =
  | { readonly kind: 'listening' }
  | ({ readonly kind: 'log' } & WorkerLine)
  | { readonly kind: 'pong' }
  /** Something was thrown that nobody caught. */
  | { readonly kind: 'fault' }
  | { readonly kind: 'background'; readonly isBusy: boolean }

const form = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening') }),
  z.object({
    kind: z.literal('log'),
    level: z.enum(['debug', 'info', 'warning', 'error']).catch('info'),
    text: z.string(),
    request: z.string().max(64).nullish(),
  }),
  z.object({ kind: z.literal('pong') }),
  z.object({ kind: z.literal('fault') }),
  z.object({ kind: z.literal('background'), isBusy: z.boolean() }),
])

/** Ours begin with this; everything else that is printed is a line of the log. */
const mark = '\u001e'

/** @param longest of a line's text, in characters */
export function readEvent(line: string, isError: boolean, longest: number): WorkerEvent {
  const own = line.startsWith(mark) ? parse(line.slice(1)) : null
  if (own !== null) return own.kind === 'log' ? { ...own, text: own.text.slice(0, longest), request: own.request || null } : own
  return { kind: 'log', level: isError ? 'error' : 'info', text: line.slice(0, longest), request: null }
}

function parse(text: string): z.infer<typeof form> | null {
  try {
    return form.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
