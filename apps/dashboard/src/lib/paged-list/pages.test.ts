import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { byCursor, byOffset, countSoFar, pagesOf } from './pages.ts'

interface Page {
  readonly items: readonly string[]
  readonly next_before: number | null
}

/** Pages of a server that answers what is queued for it; an error is a failure. */
function observe(answers: (Page | Error)[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: (number | null)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['pages'],
    queryFn: ({ pageParam }): Promise<Page> => {
      asked.push(pageParam)
      const answer = answers.shift()!
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    ...byCursor,
  })
  return { observer, asked, pages: () => pagesOf(observer.getCurrentResult()) }
}

test('pages are loaded one after the other, each after the cursor of the last, until there is none', async () => {
  const { observer, asked, pages } = observe([
    { items: ['c', 'b'], next_before: 7 },
    { items: ['a'], next_before: null },
  ])
  expect(pages()).toMatchObject({ items: undefined, error: null, hasMore: false })
  await observer.refetch()
  expect(pages()).toMatchObject({ items: ['c', 'b'], hasMore: true })
  expect(countSoFar(pages())).toBe('2+')
  await observer.fetchNextPage()
  expect(pages()).toMatchObject({ items: ['c', 'b', 'a'], hasMore: false, isLoadingMore: false })
  expect(countSoFar(pages())).toBe('3')
  expect(asked).toEqual([null, 7])
})

test('a page that fails keeps those before it; a refresh that fails is no failure of the list', async () => {
  const failure = new Error('no answer')
  const { observer, pages } = observe([failure, { items: ['b'], next_before: 1 }, failure, { items: ['b'], next_before: 1 }, failure])
  await observer.refetch()
  expect(pages()).toMatchObject({ items: undefined, error: failure })
  await observer.refetch()
  await observer.fetchNextPage()
  expect(pages()).toMatchObject({ items: ['b'], error: failure, hasMore: true })
  await observer.refetch()
  expect(pages().error).toBeNull()
  await observer.refetch()
  expect(pages()).toMatchObject({ items: ['b'], error: null })
})

test('a list of nothing has no count, and offsets end where the server says so', () => {
  expect(countSoFar({ items: undefined, hasMore: false })).toBe('')
  expect(countSoFar({ items: [], hasMore: false })).toBe('')
  expect(byOffset.getNextPageParam({ next_offset: 20 })).toBe(20)
  expect(byOffset.getNextPageParam({ next_offset: null })).toBeNull()
})
