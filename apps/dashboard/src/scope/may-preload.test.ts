import type { Project } from '@colonnade/contracts/projects/projects'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { mayPreload } from './may-preload.ts'
import { projectQuery } from './queries.ts'

const client = new QueryClient()
const know = (ref: string, sleep: Project['sleep']) => client.setQueryData(projectQuery(ref).queryKey, { ref, sleep } as Project)

test('a page with data is fetched ahead only from a project that is known to be awake', () => {
  know('awake', 'awake')
  know('asleep', 'asleep')
  const editors = ['awake', 'asleep', 'unknown'].map((ref) => mayPreload(client, `/project/${ref}/editor`))
  expect(editors).toEqual([true, false, false])
})

test('homes, settings and all other pages are fetched ahead always: they wake nobody', () => {
  for (const pathname of ['/project/asleep', '/project/unknown/settings/general', '/org/acme', '/projects']) {
    expect(mayPreload(client, pathname)).toBe(true)
  }
})
