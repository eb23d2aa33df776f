/** A thread that parses JSON bodies for `readJson`. */
import type { ParseRequest } from './json-body.ts'
import { parseJsonText } from './json-text.ts'
import { serveThread } from '../threads/serve-thread.ts'

serveThread(({ bytes, limits }: ParseRequest) => parseJsonText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits))
