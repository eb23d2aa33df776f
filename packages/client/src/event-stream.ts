import { isAppError } from '@colonnade/core'

/** Wait before a lost event stream is opened again. */
const reconnectDelayMs = 1_000

/**
 * Server-sent events (WHATWG HTML, section 9.2) as parsed JSON. A connection that is lost is opened again after the last id that
 * was seen; the iteration ends when the signal aborts, and fails when the stream can't be opened the first time,
 * or later for a reason that trying again does not change (the session has ended).
 */
export async function* readEvents(open: (lastEventId: string) => Promise<Response>, signal?: AbortSignal): AsyncGenerator<never> {
  let lastEventId = ''
  let isFirst = true
  while (!signal?.aborted) {
    try {
      const response = await open(lastEventId)
      isFirst = false
      for await (const event of parseEvents(response)) {
        if (event.id !== '') lastEventId = event.id
        if (event.data !== '') yield JSON.parse(event.data) as never
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFirst || (isAppError(error) && !error.retryable)) throw error
    }
    await pause(signal)
  }
}

async function* parseEvents(response: Response): AsyncGenerator<{ id: string; data: string }> {
  let buffer = ''
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      const blocks = buffer.split('\n\n')
      buffer = blocks.pop()!
      for (const block of blocks) yield parseBlock(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseBlock(block: string): { id: string; data: string } {
  const event = { id: '', data: '' }
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) event.id = line.slice(4)
    if (line.startsWith('data: ')) event.data += line.slice(6)
  }
  return event
}

function pause(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, reconnectDelayMs)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
