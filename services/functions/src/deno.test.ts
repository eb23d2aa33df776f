import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { denoPath } from './deno.ts'

it('finds the pinned Deno of this machine', async () => {
  const { stdout } = await promisify(execFile)(denoPath(), ['--version'])
  expect(stdout).toMatch(/^deno 2\.9\.6 /)
})

it('says which package is missing', () => {
  expect(() => denoPath('plan9' as NodeJS.Platform, 'vax')).toThrow(/@deno\/plan9-vax/)
})
