import { QueryClient, type FetchQueryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databasesQuery } from './database-source/database-queries.ts'
import { organizationProjectsQuery, organizationQuery, projectQuery } from './queries.ts'
import { requireProjectRef, requireRef, requireSlug } from './required.ts'
import { tableNamesQuery } from './table-names.ts'

const sent = vi.fn<typeof fetch>(() => Promise.reject(new Error('nothing may be sent')))

beforeEach(() => {
  vi.stubGlobal('fetch', sent)
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockClear()
})

describe('what is required (spec §8)', () => {
  test.each([undefined, '', ' '])('%o is no project and no organization', (nothing) => {
    expect(() => requireProjectRef(nothing)).toThrow(new Error('projectRef is required'))
    expect(() => requireRef(nothing)).toThrow(new Error('Project ref is required'))
    expect(() => requireSlug(nothing)).toThrow(new Error('orgSlug is required'))
  })

  test('a name is given back as it is', () => {
    expect(requireProjectRef('abcdefghijklmnopqrst')).toBe('abcdefghijklmnopqrst')
    expect(requireRef('default')).toBe('default')
    expect(requireSlug('acme')).toBe('acme')
  })

  const queries: readonly { readonly query: unknown; readonly name: string; readonly text: string }[] = [
    { name: 'a project', query: projectQuery(''), text: 'projectRef is required' },
    { name: 'its table names', query: tableNamesQuery(''), text: 'projectRef is required' },
    { name: 'its databases', query: databasesQuery(''), text: 'Project ref is required' },
    { name: 'an organization', query: organizationQuery(''), text: 'orgSlug is required' },
    { name: 'its projects', query: organizationProjectsQuery(''), text: 'orgSlug is required' },
  ]
  test.each(queries)('the query of $name without one fails with "$text", and nothing is sent', async ({ query, text }) => {
    await expect(new QueryClient().fetchQuery(query as FetchQueryOptions)).rejects.toThrow(new Error(text))
    expect(sent).not.toHaveBeenCalled()
  })
})
