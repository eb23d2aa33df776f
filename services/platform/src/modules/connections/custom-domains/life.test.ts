import type { DnsOutcome } from '@colonnade/contracts/connections/custom-domains'
import { describe, expect, test } from 'vitest'
import { domainKeptDays, domainLostCheckMs } from '../../../kernel/limits.ts'
import { afterLook, type DomainLife, stateOf } from './life.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const now = new Date('2026-11-23T12:00:00Z')
const ago = (ms: number): Date => new Date(now.getTime() - ms)
const waiting: DomainLife = { waitingSince: now, verifiedAt: null, releasedAt: null, unprovenSince: null, failures: 0, checkedAt: null, told: {} }
const held: DomainLife = { ...waiting, waitingSince: ago(90 * dayMs), verifiedAt: ago(90 * dayMs) }
const look = (ownership: DnsOutcome, address: DnsOutcome = 'OK') => {
  const finding = (outcome: DnsOutcome) => ({ outcome, found: [], problem: null })
  return { ownership: finding(ownership), address: finding(address) }
}
const after = (life: DomainLife, ...found: Parameters<typeof look>) => afterLook(life, look(...found), now, false)

describe('while it waits', () => {
  test.for([
    ['OK', 'OK'],
    ['OK', 'UNCHECKED'],
  ] as const)('ownership %s and address %s make it the project’s', ([ownership, address]) => {
    expect(after(waiting, ownership, address)).toMatchObject({ life: { verifiedAt: now }, news: 'found' })
  })

  test.for([
    ['OK', 'MISSING'],
    ['OK', 'UNKNOWN'],
    ['MISSING', 'OK'],
    ['WRONG', 'OK'],
    ['UNKNOWN', 'OK'],
  ] as const)('ownership %s and address %s do not', ([ownership, address]) => {
    expect(after(waiting, ownership, address)).toMatchObject({ life: waiting, news: null })
  })

  test('nor does anything where another project holds the name', () => {
    expect(afterLook(waiting, look('OK'), now, true)).toMatchObject({ life: waiting, news: null })
  })

  test.for([
    [0, 30],
    [9 * 60_000, 30],
    [10 * 60_000, 300],
    [dayMs, 3_600],
    [400 * dayMs, 3_600],
  ] as const)('after %d ms it is looked again in %d s', ([ms, seconds]) => {
    const { nextCheckAt } = after({ ...waiting, waitingSince: ago(ms) }, 'MISSING')
    expect(nextCheckAt.getTime() - now.getTime()).toBe(seconds * 1_000)
  })
})

describe('once it is held', () => {
  test('a fault is told when it is found a second time, and not again', () => {
    const first = after(held, 'OK', 'WRONG')
    const second = after(first.life, 'OK', 'WRONG')
    expect([first.news, second.news, after(second.life, 'OK', 'WRONG').news]).toEqual([null, 'lost', null])
    expect(stateOf(first.life, true)).toBe('DNS_LOST')
    expect(after(second.life, 'OK').life.failures).toBe(0)
  })

  test('who asks again and again finds a fault no second time', () => {
    const asked = { ...after(held, 'OK', 'WRONG').life, checkedAt: ago(domainLostCheckMs - 1) }
    expect(after(asked, 'OK', 'WRONG')).toMatchObject({ life: { failures: 1 }, news: null })
    expect(after({ ...asked, checkedAt: ago(domainLostCheckMs) }, 'OK', 'WRONG')).toMatchObject({ life: { failures: 2 }, news: 'lost' })
    expect(after({ ...asked, failures: 2, told: { ELSEWHERE: asked.checkedAt.toISOString() } }, 'OK', 'WRONG').news).toBeNull()
  })

  test('what servers do not answer neither mends nor breaks anything', () => {
    const lost = after(held, 'MISSING').life
    for (const life of [held, lost]) expect(after(life, 'UNKNOWN', 'UNKNOWN')).toMatchObject({ life, news: null })
    expect(after({ ...lost, unprovenSince: ago(365 * dayMs) }, 'UNKNOWN').life.verifiedAt).not.toBeNull()
  })

  test('an address elsewhere never takes it away, a missing proof does after its days, and not a moment sooner', () => {
    expect(after({ ...held, failures: 10_000 }, 'OK', 'WRONG').life.verifiedAt).not.toBeNull()
    const since = (ms: number) => after({ ...held, failures: 5, unprovenSince: ago(ms) }, 'MISSING')
    expect(since(domainKeptDays * dayMs - 1).life.verifiedAt).toEqual(held.verifiedAt)
    expect(since(domainKeptDays * dayMs)).toMatchObject({ life: { ...waiting, releasedAt: now }, news: 'released' })
  })

  /** Looks one after the other, from now on; a look is null where nobody looked. */
  function through(hours: readonly (Parameters<typeof look> | null)[], from: DomainLife = { ...held, checkedAt: now }) {
    let life = from
    const news = hours.flatMap((found, hour) => {
      if (found === null) return []
      const at = new Date(now.getTime() + (hour + 1) * hourMs)
      const next = afterLook(life, look(...found), at, false)
      life = { ...next.life, checkedAt: at }
      return next.news === null ? [] : [`${next.news} ${hour}`]
    })
    return { life, news }
  }
  const hours = <T>(number: number, found: T): T[] => Array.from({ length: number }, () => found)

  test('a proof that stays away is told at once, a day before the name is lost, and when it is; then it can be found again', () => {
    const { news, life } = through([...hours(7 * 24 + 1, ['MISSING'] as const), ['MISSING'], ['OK']] as Parameters<typeof look>[])
    expect(news).toEqual(['lost 1', `ending ${6 * 24}`, `released ${7 * 24}`, `found ${7 * 24 + 2}`])
    expect(life).toMatchObject({ releasedAt: null, unprovenSince: null, failures: 0 })
  })

  test.for([
    ['servers do not answer', ['UNKNOWN', 'UNKNOWN'] as Parameters<typeof look>],
    ['nobody looks', null],
  ] as const)('days in which %s count for nothing, however many', ([, gap]) => {
    const missing = ['MISSING'] as Parameters<typeof look>
    const { news, life } = through([missing, missing, ...hours(30 * 24, gap), ...hours(24, missing)])
    expect(news).toEqual(['lost 1'])
    expect(life.verifiedAt).not.toBeNull()
    expect(through([...hours(7 * 24 - 1, missing), ...hours(30 * 24, gap), missing, missing]).news).toContain(`released ${37 * 24}`)
  })

  test('records that come and go are told when they are gone for two looks, and when they are back', () => {
    const [gone, here] = [['MISSING'], ['OK']] as Parameters<typeof look>[]
    expect(through([gone!, here!, gone!, here!, gone!, gone!, here!, here!]).news).toEqual(['lost 5', 'back 6'])
  })

  test('records that come and go for days are told once a day, each way', () => {
    const flap = [['MISSING'], ['MISSING'], ['OK'], ['OK']] as Parameters<typeof look>[]
    const { news } = through(Array.from({ length: 12 }, () => flap).flat())
    expect(news).toEqual(['lost 1', 'back 2', 'lost 25', 'back 26'])
  })

  test('what they are in the end is told, a day late at most', () => {
    const [gone, here] = [['MISSING'], ['OK']] as Parameters<typeof look>[]
    expect(through([gone!, gone!, here!, ...hours(30, gone!)]).news).toEqual(['lost 1', 'back 2', 'lost 25'])
    const calm = through([...hours(20, gone!), here!, ...hours(5, gone!), ...hours(30, here!)])
    expect(calm.news).toEqual(['lost 1', 'back 20', 'lost 25', 'back 44'])
    expect(calm.life.failures).toBe(0)
  })

  test('who was told of the address is told of the proof too', () => {
    const [elsewhere, gone] = [
      ['OK', 'WRONG'],
      ['MISSING', 'WRONG'],
    ] as Parameters<typeof look>[]
    expect(through([...hours(5, elsewhere!), gone!, gone!, gone!]).news).toEqual(['lost 1', 'lost 6'])
  })

  test('a proof that is back begins the days anew', () => {
    expect(after({ ...held, unprovenSince: ago(6 * dayMs) }, 'OK').life.unprovenSince).toBeNull()
  })
})

test('without a certificate it does not lead there', () => {
  expect(stateOf(held, false)).toBe('NEEDS_CERTIFICATE')
  expect(stateOf(waiting, false)).toBe('WAITING_FOR_DNS')
})
