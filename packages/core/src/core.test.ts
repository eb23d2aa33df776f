import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AppError,
  createLogger,
  errorTable,
  isRef,
  newId,
  newRef,
  newSecret,
  randomText,
  readConfig,
  slugify,
  systemRandom,
  toAppError,
} from './index.ts'

describe('errors', () => {
  test('a code decides status and whether to try again', () => {
    const error = new AppError('project_not_found', { ref: 'x' })
    expect(error).toMatchObject({
      code: 'project_not_found',
      status: 404,
      retryable: false,
      message: errorTable.project_not_found.title,
      details: { ref: 'x' },
    })
  })

  test('what is no AppError becomes internal, and keeps its cause', () => {
    const cause = new TypeError('a secret path')
    const error = toAppError(cause)
    expect(error).toMatchObject({ code: 'internal', status: 500, cause })
    expect(error.message).not.toContain('secret')
    expect(toAppError(error)).toBe(error)
  })

  test('none has the status for which browsers send a call once more by themselves', () => {
    expect(Object.entries(errorTable).filter(([, { status }]) => (status as number) === 408)).toEqual([])
  })

  test('every status is an error, and every title a sentence without its full stop', () => {
    for (const { status, title } of Object.values(errorTable)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(title).toMatch(/^[A-Z].*[^.]$/)
    }
  })
})

describe('ids', () => {
  test('a ref is 20 lower-case letters', () => {
    for (let round = 0; round < 200; round += 1) expect(isRef(newRef(systemRandom))).toBe(true)
    expect(isRef('abc')).toBe(false)
    expect(isRef('ABCDEFGHIJKLMNOPQRST')).toBe(false)
  })

  test('an id is a version 4 UUID', () => {
    expect(newId(systemRandom)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('random text throws away the bytes that would skew it', () => {
    const bytes = [255, 254, 0, 1, 2]
    const random = { bytes: (length: number) => Uint8Array.from(Array.from({ length }, () => bytes.shift() ?? 0)) }
    // 255 is over the largest multiple of 3 that a byte can hold: it is skipped
    expect(randomText(random, 'abc', 3)).toBe('cab')
    expect(newSecret(systemRandom)).toMatch(/^[a-zA-Z0-9]{43}$/)
  })

  test('a slug is always one, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(slugify(name, 'organization')).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugify(name, 'organization').length).toBeLessThanOrEqual(40)
      }),
    )
  })
})

describe('config', () => {
  test('all problems come at once', () => {
    const build = () =>
      readConfig({ PORT: 'x', LEVEL: 'loud' }, (read) => ({
        port: read.integer('PORT', 8000, 0, 65_535),
        level: read.oneOf('LEVEL', ['low', 'high'], 'low'),
      }))
    expect(build).toThrow(
      expect.objectContaining({ code: 'config_invalid', details: { problems: [expect.stringContaining('PORT'), expect.stringContaining('LEVEL')] } }),
    )
  })

  test('an empty text counts as not set', () => {
    expect(readConfig({ PORT: '' }, (read) => read.integer('PORT', 8000, 0, 65_535))).toBe(8000)
  })
})

describe('the log', () => {
  test('is one line of JSON an event, with errors in full', () => {
    const lines: string[] = []
    const log = createLogger((line) => lines.push(line), 'info').child({ ref: 'abc' })
    log.debug('unseen')
    log.error('broke', { error: new Error('why', { cause: new Error('root') }), big: 10n })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      event: 'broke',
      ref: 'abc',
      big: '10',
      error: { message: 'why', cause: { message: 'root' } },
    })
  })
})
