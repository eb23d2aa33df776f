/** A thread that cuts texts apart for `splitTexts`. */
import { isAppError } from '@colonnade/core'
import { serveThread } from '@colonnade/http/serve-thread'
import { splitAll } from './split-all.ts'
import type { SplitAnswer, SplitRequest } from './split-texts.ts'

serveThread(({ texts, most }: SplitRequest, transfer): SplitAnswer | null => {
  try {
    const commands = splitAll(texts, most)
    const places = Uint32Array.from(commands.flatMap(({ offset, statement }) => [offset, statement]))
    transfer(places.buffer)
    return { texts: commands.map(({ text }) => text), words: commands.map(({ words }) => words.join(' ')), places }
  } catch (error) {
    if (isAppError(error, 'too_complex')) return null
    throw error
  }
})
