/** An event stream of the platform under test. */
export interface TestStream {
  readonly status: number
  /** The next event's data; null when the server has ended the stream. */
  next(): Promise<unknown>
  /** Hangs up. */
  close(): Promise<void>
}

/** Opens a stream of server-sent events. */
export async function openTestStream(url: string, headers: Readonly<Record<string, string>>): Promise<TestStream> {
  const response = await fetch(url, { headers })
  // taken at once: a body that nobody reads is cancelled with its response, when that is collected
  const reader = response.body!.getReader()
  const events = parse(reader)
  return {
    status: response.status,
    next: async () => (await events.next()).value ?? null,
    close: () => reader.cancel(),
  }
}

async function* parse(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<unknown, null> {
  let text = ''
  const decoder = new TextDecoder()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield JSON.parse(data) as unknown
    }
  }
  return null
}
