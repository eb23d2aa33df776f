import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Each page, and the folder below which it names tests. */
const pages = [
  { page: 'docs/asvs.md', folder: 'services/platform/src' },
  { page: 'docs/asvs-auth.md', folder: 'apps/server/src/project-services' },
]

/** Proofs are named as `file` "words of the test". */
const proofs = pages.flatMap(({ page, folder }) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`(\/?[\w/.-]+\.(?:test|e2e)\.ts)` "([^"]+)"/g)].map(([, file = '', words = '']) => ({
    page,
    path: file.startsWith('/') ? file.slice(1) : `${folder}/${file}`,
    words,
  })),
)

test.for(pages)('$page names proofs', ({ page }) => {
  expect(proofs.filter((proof) => proof.page === page).length).toBeGreaterThan(30)
})

test.for(proofs)('$path has the test "$words"', ({ path, words }) => {
  expect(existsSync(join(root, path))).toBe(true)
  expect(readFileSync(join(root, path), 'utf8')).toContain(`'${words}'`)
})
