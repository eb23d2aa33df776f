import { Box } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { chordMs, chordsOf, createKeyReader } from './shortcuts.ts'
import type { VisibleEntry } from './visible.ts'

type Held = Partial<Record<'metaKey' | 'ctrlKey' | 'altKey', boolean>>
const press = (key: string, held: Held = {}, timeStamp = 0) => ({ key, metaKey: false, ctrlKey: false, altKey: false, ...held, timeStamp })
const chords = [{ key: 't', label: 'Table Editor', to: '/t' }]

test.each([
  { promise: '⌘K opens the command menu', event: press('k', { metaKey: true }), isTyping: false, expected: { overlay: 'commands' } },
  { promise: 'Ctrl K opens it too', event: press('K', { ctrlKey: true }), isTyping: false, expected: { overlay: 'commands' } },
  { promise: '⌘K works while typing', event: press('k', { metaKey: true }), isTyping: true, expected: { overlay: 'commands' } },
  { promise: 'Ctrl \\ opens the editor panel', event: press('\\', { ctrlKey: true }), isTyping: true, expected: { overlay: 'editor' } },
  {
    promise: 'as does the key in its place on other keyboards',
    event: { ...press('#', { ctrlKey: true }), code: 'Backslash' },
    isTyping: false,
    expected: { overlay: 'editor' },
  },
  { promise: 'a backslash can be typed', event: press('\\'), isTyping: true, expected: null },
  { promise: 'a plain k does nothing', event: press('k'), isTyping: false, expected: null },
  { promise: '? shows the shortcuts', event: press('?'), isTyping: false, expected: { overlay: 'shortcuts' } },
  { promise: 'a question mark can be typed', event: press('?'), isTyping: true, expected: null },
])('$promise', ({ event, isTyping, expected }) => {
  expect(createKeyReader()(event, isTyping, chords)).toEqual(expected)
})

describe('G and another key lead to a page', () => {
  const read = (...events: ReturnType<typeof press>[]) => {
    const reader = createKeyReader()
    return events.map((event) => reader(event, false, chords)).at(-1)
  }
  test.each([
    { promise: 'one after the other', events: [press('g'), press('t', {}, 200)], expected: { to: '/t' } },
    { promise: 'in capitals too', events: [press('G'), press('T', {}, 200)], expected: { to: '/t' } },
    { promise: 'not the second key alone', events: [press('t')], expected: null },
    { promise: 'not when too much time has passed', events: [press('g'), press('t', {}, chordMs + 1)], expected: null },
    { promise: 'not with another key between', events: [press('g'), press('x', {}, 10), press('t', {}, 20)], expected: null },
    { promise: 'not with Ctrl held', events: [press('g'), press('t', { ctrlKey: true }, 10)], expected: null },
    { promise: 'not a second time without G', events: [press('g'), press('t', {}, 10), press('t', {}, 20)], expected: null },
  ])('$promise', ({ events, expected }) => {
    expect(read(...events)).toEqual(expected)
  })

  test('not while typing', () => {
    const reader = createKeyReader()
    reader(press('g'), true, chords)
    expect(reader(press('t', {}, 10), true, chords)).toBeNull()
  })
})

test('what the place offers goes before what is everywhere', () => {
  const entry = (label: string, chord: string | null): VisibleEntry => ({
    page: '/',
    label,
    chord,
    icon: Box,
    to: `/${label}`,
    isExact: false,
    alsoActiveAt: [],
    exceptAt: [],
    isDeferred: false,
    badge: null,
  })
  const found = chordsOf([{ heading: null, entries: [entry('policies', 'p'), entry('none', null)] }])
  expect(found.map(({ key, to }) => [key, to])).toEqual([
    ['p', '/policies'],
    ['o', paths.organizations],
    ['a', paths.account],
  ])
})
