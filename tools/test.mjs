import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, pinnedNode, root } from './install.mjs'
import { makeScratch } from './scratch.mjs'

// npm test: install what is missing, then types, lint, structure, unit, HTTP and browser tests; the last line says how many.
// With --all-versions, what runs on the newest Postgres by default runs on the others as well
const options = process.argv.slice(2)
const unknown = options.find((option) => option !== '--all-versions')
if (unknown !== undefined) {
  console.error(`${unknown} is no option of npm test; there is --all-versions`)
  process.exit(2)
}
const versions = options.includes('--all-versions') ? { COLONNADE_TEST_ALL_VERSIONS: 'yes' } : {}

await ensureInstalled()
const browser = await ensureBrowser()
const scratch = makeScratch()
const reports = mkdtempSync(join(tmpdir(), 'colonnade-test-'))
const failures = []
let passed = 0

await run('check', [join(root, 'tools/check.ts')])
let isBuilt = true
try {
  await ensureBuilt()
} catch (error) {
  isBuilt = false
  failures.push(`build\n${error.message}`)
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const suites = isBuilt ? ['unit', 'http', 'pages', 'e2e'] : ['unit', 'http']
for (const suite of suites) await run(suite, [vitest, 'run', '--project', suite, '--reporter=./tools/test-reporter.ts'])
rmSync(reports, { recursive: true, force: true })
// once more and last, where nobody has to look for them
for (const failure of failures) console.log(`\n✗ ${failure}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/** Runs one part and adds what it reports; a part that breaks before it reports, or breaks though nothing failed, is itself a failure. */
async function run(name, args) {
  console.log(`\n== ${name}`)
  const path = join(reports, `${name}.json`)
  const code = await new Promise((resolve) => {
    const child = spawn(pinnedNode(), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, COLONNADE_TEST_REPORT: path, COLONNADE_TEST_BROWSER: browser, ...versions, ...(scratch && { TMPDIR: scratch }) },
    })
    child.on('exit', (status) => resolve(status ?? 1))
  })
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { passed: 0, failures: [] }
  passed += report.passed
  failures.push(...report.failures)
  if (code !== 0 && report.failures.length === 0) failures.push(`${name} ended with code ${code} and named no failure`)
}
