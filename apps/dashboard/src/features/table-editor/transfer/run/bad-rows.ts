import { rowImports } from '@colonnade/contracts/data/row-imports'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../../scope/keys/keys.ts'
import { shownBadRows } from '../limits.ts'
import { readRecords } from '../reading/records.ts'

/** Where the file of an import's bad rows is: a link that saves it. */
export function badRowsUrl(ref: string, key: string): string {
  return rowImports.rejects.path.replace('{ref}', encodeURIComponent(ref)).replace('{key}', encodeURIComponent(key))
}

/** Enough for a few rows, unless they are huge. */
const glanceBytes = 64 * 1024

/** The first bad rows of an import, of a file that may be large: line, column, reason and the record. */
export const badRowsQuery = (ref: string, key: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'imports', key, 'bad-rows'),
    queryFn: async ({ signal }) => {
      const response = await fetch(badRowsUrl(ref, key), { signal })
      if (!response.ok || response.body === null) return []
      const { text, isWhole } = await firstText(response.body)
      return readRecords(text, ',', isWhole, shownBadRows + 1)
        .records.slice(1)
        .map(({ fields }) => fields.map((field) => field.text))
    },
    retry: false,
  })

async function firstText(body: ReadableStream<Uint8Array>): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  while (text.length < glanceBytes) {
    const { done, value } = await reader.read()
    if (done) return { text, isWhole: true }
    text += value
  }
  await reader.cancel()
  return { text, isWhole: false }
}
