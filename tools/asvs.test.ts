import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

/** Proofs are named as `file` "words of the test". */
const proofs = [...page.matchAll(/`(\/?[\w/.-]+\.(?:test|e2e)\.ts)` "([^"]+)"/g)].map(([, file = '', words = '']) => ({ file, words }))

const pathOf = (file: string): string => join(root, file.startsWith('/') ? file : `services/platform/src/${file}`)

test('the page of the security standard names proofs', () => {
  expect(proofs.length).toBeGreaterThan(40)
})

test.for(proofs)('$file has the test "$words"', ({ file, words }) => {
  expect(existsSync(pathOf(file))).toBe(true)
  expect(readFileSync(pathOf(file), 'utf8')).toContain(`'${words}'`)
})
