import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** npm run check: everything that can be said about the code without running it. */
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const node = process.execPath

interface Check {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

/** Each of these keeps all processors busy. */
const busy: readonly Check[] = [
  { name: 'types of the server', command: [bin('tsc'), '-p', 'tsconfig.server.json'] },
  { name: 'types of the browser', command: [bin('tsc'), '-p', 'tsconfig.browser.json'] },
  { name: 'types of the tests', command: [bin('tsc'), '-p', 'tsconfig.tests.json'] },
  { name: 'types of what runs in a browser to test and measure', command: [bin('tsc'), '-p', 'tsconfig.e2e.json'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
]
/** These mostly wait, and run beside the others. */
const light: readonly Check[] = [
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'structure', command: [node, 'tools/check-structure/main.ts'] },
  { name: 'words', command: [node, 'tools/check-words/main.ts'] },
  { name: 'generated documents', command: [node, 'tools/documents.ts', '--check'] },
  { name: 'lock file', command: ['npm', 'ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'] },
]

const failures: string[] = []
await Promise.all([runInTurn(busy), runInTurn(light)])

async function runInTurn(checks: readonly Check[]): Promise<void> {
  for (const { name, command } of checks) {
    const [program, ...args] = command
    const startedAt = Date.now()
    const { isRight, why } = await runProgram(program, args)
    console.log(`${isRight ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    if (isRight) continue
    failures.push(`${name}\n${why}`)
    console.log(why)
  }
}

function runProgram(program: string, args: readonly string[]): Promise<{ readonly isRight: boolean; readonly why: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root, encoding: 'utf8', maxBuffer: Infinity }, (error, stdout, stderr) =>
      resolve({ isRight: error === null, why: `${stdout}${stderr}${stdout === '' && stderr === '' ? (error?.message ?? '') : ''}` }),
    )
  })
}

const report = process.env['COLONNADE_TEST_REPORT']
if (report !== undefined) writeFileSync(report, JSON.stringify({ passed: busy.length + light.length - failures.length, failures }))
process.exit(failures.length === 0 ? 0 : 1)
