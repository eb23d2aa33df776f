import { toAppError } from '@colonnade/core'
import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/error-notice.tsx'
import { dataApi } from '../../../scope/data-client.ts'
import { newSnippetId } from '../tabs/tab-store.ts'
import type { ReadFiles } from './import-files.ts'
import { useImportText } from './messages.ts'
import { problemsText } from './sql-files.ts'
import { noteSnippet } from './snippet-queries.ts'

const maxTries = 5
/** A longer wait is announced. */
const longestWaitSeconds = 60

/** Makes private snippets of files, one after another, and says how many; the first one is opened when it is alone. */
export function useImport(ref: string, onOpen: (id: string) => void): (read: ReadFiles) => Promise<void> {
  const client = useQueryClient()
  return async ({ files, problems }) => {
    const made: string[] = []
    const refused = [...problems]
    for (const { name, folder, content } of files) {
      try {
        const body = { id: newSnippetId(), name, folder, content }
        const snippet = await whenAdmitted(() => dataApi.snippets.create({ params: { ref }, body }))
        noteSnippet(client, ref, snippet)
        made.push(snippet.id)
      } catch (thrown) {
        refused.push({ name, problem: messageOf(thrown) })
      }
    }
    const [first] = made
    if (first !== undefined && made.length === 1) onOpen(first)
    if (made.length > 0) toast.success(useImportText.imported(made.length))
    if (refused.length > 0) toast.error(useImportText.notImported(problemsText(refused)))
    if (made.length === 0 && refused.length === 0) toast.error(useImportText.noSqlFile)
  }
}

/** A folder holds more files than may be sent in one go: what is refused for that is sent again when its time has come. */
async function whenAdmitted<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send()
    } catch (thrown) {
      const error = toAppError(thrown)
      const seconds = Number(error.details['retry_after_seconds'] ?? 1)
      if (error.code !== 'rate_limited' || tries === maxTries || seconds > longestWaitSeconds) throw error
      await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds))
    }
  }
}
