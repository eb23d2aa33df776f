import { describe, expect, test } from 'vitest'
import { type Findable, fit, fits, rank } from './rank.ts'

const found = (labels: string[], text: string, most = 10) =>
  rank<Findable>(
    labels.map((label) => ({ label })),
    text,
    { most, isFuzzy: true },
  ).entries.map(({ label }) => label)

describe('what is typed finds', () => {
  test('the same name, then beginnings, then beginnings of words, then other words of it, then insides', () => {
    const all = ['superusers', 'Team', 'old users', 'users_archive', 'users'].map((label) => ({
      label,
      ...(label === 'Team' && { synonyms: 'people users' }),
    }))
    expect(rank(all, 'users', { most: 10, isFuzzy: true }).entries.map(({ label }) => label)).toEqual([
      'users',
      'users_archive',
      'old users',
      'Team',
      'superusers',
    ])
  })
  test('several words in any order', () => {
    expect(found(['Theme: Classic Dark', 'Theme: Dark'], 'dark classic')).toEqual(['Theme: Classic Dark'])
  })
  test('words of the place that it belongs to', () => {
    expect(fit({ label: 'Policies', hint: 'Storage' }, 'storage pol')).toBe(fits.synonym)
  })
  test('initials', () => {
    expect(found(['user_events_fact', 'users'], 'uef')).toEqual(['user_events_fact'])
  })
  test('capitals begin words', () => {
    expect(fit({ label: 'OrderItems' }, 'items')).toBe(fits.word)
  })
  test('nothing that matches is nothing', () => {
    expect(rank([{ label: 'a' }], 'zzz', { most: 3, isFuzzy: true })).toEqual({ best: Infinity, entries: [] })
  })
  test('the limit keeps the best, whatever came first', () => {
    expect(found(['xxab', 'xab', 'ab'], 'ab', 1)).toEqual(['ab'])
  })
  test('signs that mean something elsewhere are only signs', () => {
    expect(found(['a.*b', 'axb'], '.*')).toEqual(['a.*b'])
  })
})

test.each([
  ['polcies', 'a letter missing'],
  ['pollicies', 'a letter too many'],
  ['pokicies', 'another letter'],
  ['plo icies', null],
  ['oplicies', 'two letters swapped'],
  ['policiez', 'the last one wrong'],
  ['pxlxcies', null],
  ['pol', 'its beginning'],
  ['plc', null],
])('%j is read as "Policies": %s', (text, why) => {
  expect(fit({ label: 'Policies' }, text) !== null).toBe(why !== null)
})
