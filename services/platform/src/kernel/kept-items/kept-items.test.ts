import { systemRandom } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import { KeptItems } from './kept-items.ts'

describe('what is kept', () => {
  const open = () => {
    const time = { now: 1_000 }
    const forgotten: string[] = []
    const items = new KeptItems<{ name: string; busy?: boolean }>({
      clock: { now: () => time.now, date: () => new Date(time.now) },
      random: systemRandom,
      keptMs: 100,
      itemsMax: 2,
      isBusy: ({ busy }) => busy === true,
      onForget: (_key, { name }) => forgotten.push(name),
    })
    return { items, time, forgotten }
  }

  test('is its owner’s, and is found by nobody else', () => {
    const { items } = open()
    const { key, endsAt } = items.add('me', { name: 'a' })
    expect(endsAt).toBe(1_100)
    expect(items.find('you', key)).toBeUndefined()
    expect(items.find('me', key)).toEqual({ name: 'a' })
  })

  test('is forgotten after its time, unless it is busy or renewed', () => {
    const { items, time, forgotten } = open()
    const old = items.add('me', { name: 'old' })
    const busy = items.add('me', { name: 'busy', busy: true })
    const renewed = items.add('you', { name: 'renewed' })
    time.now = 1_099
    items.renew(renewed.key)
    time.now = 1_100
    expect(items.has(old.key)).toBe(false)
    expect(items.has(busy.key)).toBe(true)
    expect(items.find('you', renewed.key)).toEqual({ name: 'renewed' })
    expect(forgotten).toEqual(['old'])
  })

  test('makes room for more of the same owner, the oldest first', () => {
    const { items, forgotten } = open()
    for (const name of ['a', 'b', 'c']) items.add('me', { name })
    items.add('you', { name: 'd' })
    expect(forgotten).toEqual(['a'])
  })
})
