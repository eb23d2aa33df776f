import type { Snippet } from '@colonnade/contracts/data/snippets'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { noteSnippet, snippetsQuery } from './snippet-queries.ts'

const ref = 'a-project'
const snippet = (id: string) => ({ id, name: id }) as Snippet

afterEach(() => vi.unstubAllGlobals())

/** A list that is shown, whose answers come when they are let. */
function show(known?: Snippet[]) {
  const answers: ((items: Snippet[]) => void)[] = []
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const items = await new Promise<Snippet[]>((resolve, reject) => {
      answers.push(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
    return Response.json({ items, next_offset: null })
  })
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  if (known) client.setQueryData(snippetsQuery(ref).queryKey, known, { updatedAt: 1 })
  const observer = new QueryObserver(client, snippetsQuery(ref))
  const leave = observer.subscribe(() => {})
  return { client, answers, leave, shown: () => observer.getCurrentResult().data?.map(({ id }) => id) }
}

test.for([
  ['for the first time', undefined],
  ['anew', [snippet('old')]],
] as const)('one that is saved while the list is asked for %s is in it', async ([, known]) => {
  const { client, answers, leave, shown } = show(known?.slice())
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  noteSnippet(client, ref, snippet('new'))
  answers[0]!([snippet('old')])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!([snippet('old'), snippet('new')])
  await vi.waitFor(() => expect(shown()).toEqual(['old', 'new']))
  leave()
})

test('one that is saved while nobody asks is in the list, and nothing is asked for', async () => {
  const { client, answers, leave, shown } = show()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!([snippet('old')])
  await vi.waitFor(() => expect(shown()).toEqual(['old']))
  noteSnippet(client, ref, snippet('new'))
  await vi.waitFor(() => expect(shown()).toEqual(['old', 'new']))
  expect(answers).toHaveLength(1)
  leave()
})
