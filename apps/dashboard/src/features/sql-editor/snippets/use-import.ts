import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/error-notice.tsx'
import { dataApi } from '../../../scope/data-client.ts'
import { newSnippetId } from '../tabs/tab-store.ts'
import type { ReadFiles } from './import-files.ts'
import { noteSnippet } from './snippet-queries.ts'

/** Makes private snippets of files, one after another, and says how many; the first one is opened when it is alone. */
export function useImport(ref: string, onOpen: (id: string) => void): (read: ReadFiles) => Promise<void> {
  const client = useQueryClient()
  return async ({ files, problems }) => {
    const made: string[] = []
    const refused = [...problems]
    for (const { name, folder, content } of files) {
      try {
        const snippet = await dataApi.snippets.create({ params: { ref }, body: { id: newSnippetId(), name, folder, content } })
        noteSnippet(client, ref, snippet)
        made.push(snippet.id)
      } catch (thrown) {
        refused.push({ name, problem: messageOf(thrown) })
      }
    }
    const [first] = made
    if (first !== undefined && made.length === 1) onOpen(first)
    if (made.length > 0) toast.success(made.length === 1 ? '1 file is a snippet now' : `${made.length} files are snippets now`)
    if (refused.length > 0) toast.error(problemText(refused))
    if (made.length === 0 && refused.length === 0) toast.error('There is no .sql file in it')
  }
}

function problemText(problems: ReadFiles['problems']): string {
  const [first] = problems
  const others = problems.length - 1
  return `Not imported: ${first!.name} (${first!.problem})${others > 0 ? ` and ${others} more` : ''}`
}
