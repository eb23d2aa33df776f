import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** npm run check: everything that can be said about the code without running it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const node = process.execPath

const checks: readonly { readonly name: string; readonly command: readonly [string, ...string[]] }[] = [
  { name: 'types of the server', command: [bin('tsc'), '-p', 'tsconfig.server.json'] },
  { name: 'types of the browser', command: [bin('tsc'), '-p', 'tsconfig.browser.json'] },
  { name: 'types of the tests', command: [bin('tsc'), '-p', 'tsconfig.tests.json'] },
  { name: 'types of what runs in a browser to test and measure', command: [bin('tsc'), '-p', 'tsconfig.e2e.json'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'structure', command: [node, 'tools/check-structure/main.ts'] },
  { name: 'generated documents', command: [node, 'tools/documents.ts', '--check'] },
  { name: 'lock file', command: ['npm', 'ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'] },
]

const failures: string[] = []
for (const { name, command } of checks) {
  const [program, ...args] = command
  const startedAt = Date.now()
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  const isRight = result.status === 0
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (isRight) continue
  const why = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`
  failures.push(`${name}\n${why}`)
  console.log(why)
}

const report = process.env['COLONNADE_TEST_REPORT']
if (report !== undefined) writeFileSync(report, JSON.stringify({ passed: checks.length - failures.length, failures }))
process.exit(failures.length === 0 ? 0 : 1)
