/**
 * The thread that runs pg_dump, compiled to WebAssembly, for `dumpSchema`. pg_dump blocks on each response of the server, which only a
 * thread can do; the thread that started it talks to the server.
 */
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'

const { port, answered, args } = workerData as { readonly port: MessagePort; readonly answered: Int32Array; readonly args: string[] }

const server = {
  query: <T>() => Promise.resolve({ rows: [{ search_path: '""' }] as T[] }),
  exec: () => Promise.resolve([]),
  execProtocolRawStream(message: Uint8Array, { onRawData }: { readonly onRawData: (answer: Uint8Array) => void }) {
    port.postMessage({ kind: 'asked', message: message.slice() })
    // whoever was answered before it waited is woken once more, when it waits for the next answer
    while (Atomics.load(answered, 0) === 0) Atomics.wait(answered, 0, 0)
    Atomics.store(answered, 0, 0)
    const answer = receiveMessageOnPort(port)?.message as Uint8Array | undefined
    if (answer !== undefined && answer.length > 0) onRawData(answer)
  },
}

try {
  const file = await pgDump({ pg: server, args })
  port.postMessage({ kind: 'dumped', text: await file.text() })
} catch (error) {
  port.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
// what was posted may not have arrived yet: whoever has started it ends it
setInterval(() => {}, 2 ** 30)
