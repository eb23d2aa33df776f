import { expect, test } from 'vitest'
import { beginDraft, draftText, type TicketDraft } from './ticket-draft.ts'

const projects = [{ ref: 'abc', organization_slug: 'acme' }]
const organizations = [{ slug: 'acme' }]
const begin = (query: Parameters<typeof beginDraft>[0]['query'], kept: string | null = null, pathname?: string) =>
  beginDraft({ query, kept, projects, organizations, pathname })

test('an empty form asks about a problem of normal severity', () => {
  expect(begin({})).toEqual({
    category: 'problem',
    severity: 'Normal',
    organization_slug: '',
    project_ref: '',
    subject: '',
    message: '',
    error: '',
    pathname: '',
  })
})

test('the address fills it in, with the organization of its project', () => {
  expect(begin({ ref: 'abc', category: 'dashboard_bug', subject: 's', error: 'e' }, null, '/project/abc')).toMatchObject({
    category: 'dashboard_bug',
    project_ref: 'abc',
    organization_slug: 'acme',
    subject: 's',
    error: 'e',
    pathname: '/project/abc',
  })
})

test('a project that is not among mine is none', () => {
  expect(begin({ ref: 'xyz' })).toMatchObject({ project_ref: '', organization_slug: '' })
})

const written = (change: Partial<TicketDraft>): TicketDraft => ({ ...begin({}), ...change })

test('after a reload the form is as it was, also where it was changed', () => {
  const query = { subject: 'from the address', error: 'e' }
  const kept = draftText(query, written({ subject: 'mine', message: 'm', error: '', pathname: '/projects' }))
  expect(begin(query, kept)).toMatchObject({ subject: 'mine', message: 'm', error: '', pathname: '/projects' })
  expect(begin({}, kept)).toMatchObject({ subject: 'mine' })
})

test('another error takes the place of what was about the last one; what was written stays', () => {
  const kept = draftText({ error: 'old' }, written({ subject: 'old', message: 'long words', error: 'old' }))
  expect(begin({ error: 'new' }, kept)).toMatchObject({ subject: '', message: 'long words', error: 'new' })
})

test('a kept project or organization that is gone is none', () => {
  const kept = draftText({}, written({ project_ref: 'gone', organization_slug: 'gone too', message: 'm' }))
  expect(begin({}, kept)).toMatchObject({ project_ref: '', organization_slug: '', message: 'm' })
})

test.each(['', 'no json', '{}', '{"from":"","draft":{"category":"x"}}'])('what is kept and is no draft (%s) is none', (kept) => {
  expect(begin({}, kept)).toEqual(begin({}))
})
