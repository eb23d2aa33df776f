import type { Project } from '@colonnade/contracts/projects/projects'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { projectQuery } from '../../scope/queries.ts'
import { showProject } from './mutations.ts'

const ref = 'abcdefghijklmnopqrst'
const named = (name: string) => ({ ref, organization_slug: 'acme', name }) as Project

test('an answer that was on its way before a change does not bring back what was before it', async () => {
  const queryClient = new QueryClient()
  const older = Promise.withResolvers<Project>()
  const answers = [older.promise, Promise.resolve(named('Afterlife'))]
  const observer = new QueryObserver(queryClient, { queryKey: projectQuery(ref).queryKey, queryFn: () => answers.shift()! })
  const shown: (string | undefined)[] = []
  const unsubscribe = observer.subscribe(({ data }) => shown.push(data?.name))
  showProject(queryClient, named('Afterlife'))
  older.resolve(named('Life'))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(answers).toEqual([])
  expect(observer.getCurrentResult().data?.name).toBe('Afterlife')
  expect(shown).not.toContain('Life')
  unsubscribe()
})
