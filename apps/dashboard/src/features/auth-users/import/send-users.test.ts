import type { UserImportOutcome } from '@colonnade/contracts/auth/user-imports'
import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { refusedFile } from './refused-file.ts'
import { sendUsers, type Tally } from './send-users.ts'

const source = { format: 'plain', kind: 'csv', delimiter: ',', columns: [{ column: 'email', target: 'email' }], firebase: null } as const
const csv = (count: number): Blob => new Blob([`email\n${Array.from({ length: count }, (_, index) => `user${index}@example.com`).join('\n')}`])
const outcome = (changes: Partial<UserImportOutcome>): UserImportOutcome => ({
  created: 0,
  updated: 0,
  skipped: 0,
  without_password: 0,
  refused: [],
  ...changes,
})
const linesOf = async (slice: Blob): Promise<number[]> => (await slice.text()).split('\n').map((line) => (JSON.parse(line) as { line: number }).line)

function run(file: Blob, send: (lines: number[]) => UserImportOutcome, signal = new AbortController().signal): Promise<Tally> {
  return sendUsers({ file, source, send: async (slice) => send(await linesOf(slice)), onProgress: () => {}, signal })
}

test('every user is sent once, in slices, and refused rows come back as the file has them', async () => {
  const seen: number[] = []
  const tally = await run(csv(4_500), (lines) => {
    expect(lines.length).toBeLessThanOrEqual(2_000)
    seen.push(...lines)
    const refused = lines.filter((line) => line === 4_000).map((line) => ({ line, field: 'email', value: '=x', reason: 'No' }))
    return outcome({ created: lines.length - refused.length, refused })
  })
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 4_500 }, (_, index) => index + 2))
  expect(tally).toMatchObject({ created: 4_499, refused: 1, rows: [{ line: 4_000, text: 'user3998@example.com' }] })
  expect(refusedFile(tally.rows)).toBe(`line,field,value,reason,row\r\n4000,email,'=x,No,user3998@example.com\r\n`)
})

test('a slice without an answer is sent again, and one that takes too long in halves', async () => {
  let isAway = true
  const sizes: number[] = []
  const tally = await run(csv(8), (lines) => {
    if (isAway) {
      isAway = false
      throw new AppError('unavailable')
    }
    if (lines.length > 4) throw new AppError('auth_refused', { auth_code: 'request_timeout' })
    sizes.push(lines.length)
    return outcome({ created: lines.length })
  })
  expect(tally).toMatchObject({ created: 8, isWaiting: false })
  expect(sizes).toEqual([4, 4])
})

test('a refusal ends it, and so does who cancels', async () => {
  await expect(run(csv(5_000), () => outcomeOf(new AppError('forbidden')))).rejects.toMatchObject({ code: 'forbidden' })
  const stop = new AbortController()
  const sending = run(
    csv(9_000),
    () => {
      stop.abort(new Error('cancelled'))
      return outcome({ created: 2_000 })
    },
    stop.signal,
  )
  await expect(sending).rejects.toThrow('cancelled')
  await expect(run(new Blob([Uint8Array.of(0xff, 0xfe)]), () => outcome({}))).rejects.toThrow('isn’t UTF-8')
})

function outcomeOf(error: Error): never {
  throw error
}
