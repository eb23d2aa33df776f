import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, pinnedNode, root } from './install.mjs'
import { makeScratch } from './scratch.mjs'

// npm test: install what is missing, then types, lint, structure, unit, HTTP and browser tests; the last line says how many
await ensureInstalled()
const browser = await ensureBrowser()
const scratch = makeScratch()
const reports = mkdtempSync(join(tmpdir(), 'colonnade-test-'))
const total = { passed: 0, failed: 0 }

await count('check', [join(root, 'tools/check.ts'), '--report', join(reports, 'check.json')])
let isBuilt = true
try {
  await ensureBuilt()
} catch (error) {
  isBuilt = false
  total.failed += 1
  console.error(error.message)
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const suites = isBuilt ? ['unit', 'http', 'e2e'] : ['unit', 'http']
for (const suite of suites) {
  const report = join(reports, `${suite}.json`)
  await count(suite, [vitest, 'run', '--project', suite, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`])
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Runs one part and adds what its report counts; a part that breaks before it reports is itself a failure. */
async function count(name, args) {
  console.log(`\n== ${name}`)
  const code = await new Promise((resolve) => {
    const child = spawn(pinnedNode(), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, COLONNADE_TEST_BROWSER: browser, ...(scratch && { TMPDIR: scratch }) },
    })
    child.on('exit', (status) => resolve(status ?? 1))
  })
  let failed = 0
  try {
    const report = JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'))
    total.passed += report.numPassedTests
    failed = report.numFailedTests
  } catch {
    // no report: it broke, which the code tells
  }
  if (code !== 0 && failed === 0) failed = 1
  total.failed += failed
}
