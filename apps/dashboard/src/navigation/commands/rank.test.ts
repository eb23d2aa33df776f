import { describe, expect, test } from 'vitest'
import { fit, rank } from './rank.ts'

const items = (...labels: string[]) => labels.map((label) => ({ label }))
const found = (labels: string[], text: string, limit = 10) => rank(items(...labels), text, limit).items.map(({ label }) => label)

describe('what is typed finds what one sees', () => {
  test('the same, then beginnings, then beginnings of words, then insides', () => {
    expect(found(['old users', 'users_archive', 'superusers', 'users'], 'users')).toEqual(['users', 'users_archive', 'old users', 'superusers'])
  })
  test('several words in any order', () => {
    expect(found(['Theme: Classic Dark', 'Theme: Dark'], 'dark classic')).toEqual(['Theme: Classic Dark'])
  })
  test('words that are not shown', () => {
    expect(fit({ label: 'Log out', keywords: 'sign out' }, 'sign')).not.toBeNull()
  })
  test('initials', () => {
    expect(found(['user_events_fact', 'users'], 'uef')).toEqual(['user_events_fact'])
  })
  test('capitals begin words', () => {
    expect(fit({ label: 'OrderItems' }, 'items')).toBe(2)
  })
  test('nothing typed keeps the order', () => {
    expect(found(['b', 'a'], ' ')).toEqual(['b', 'a'])
  })
  test('nothing that fits is nothing', () => {
    expect(rank(items('a'), 'zzz', 3)).toEqual({ best: Infinity, items: [] })
  })
  test('the limit keeps the best, whatever came first', () => {
    expect(found(['xxab', 'xab', 'ab'], 'ab', 1)).toEqual(['ab'])
  })
  test('signs that mean something elsewhere are only signs', () => {
    expect(found(['a.*b', 'axb'], '.*')).toEqual(['a.*b'])
  })
})
