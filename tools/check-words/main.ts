import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../check-structure/source-files.ts'
import { bannedIn } from './banned.ts'
import { proseOfCode, proseOfDocument, type Prose } from './prose.ts'

/**
 * Refuses phrases that STYLE.md rules out in files that differ from main, or that the last commit changed, and counts them in all files.
 * `--all` refuses them everywhere; `--list PHRASE` prints where one is.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const isAll = process.argv.includes('--all')
const listed = process.argv[process.argv.indexOf('--list') + 1]

const isOurs = /^(?:packages|services|apps|tools)\/.*\.tsx?$|^[^/]+\.md$|^(?:docs|packages|services|apps|bench)\/.*\.md$/
/** Tests quote what others write; generated files follow their sources; the list has to name what it rules out. */
const isExempt = /\.(?:test|e2e|page)\.tsx?$|\.gen\.tsx?$|^packages\/testing\/|^tools\/check-words\/|^docs\/(?:errors|permissions)\.md$|^STYLE\.md$/

interface Finding {
  readonly path: string
  readonly kind: Prose['kind']
  readonly phrase: string
  readonly message: string
}

const findings = listFiles(root)
  .filter((path) => isOurs.test(path) && !isExempt.test(path))
  .flatMap((path) => findingsOf(path))
const changed = changedFiles()
const refused = findings.filter(({ path }) => isAll || changed.has(path))

if (process.argv.includes('--list')) for (const { phrase, message } of findings) if (phrase === listed) console.log(message)
if (!process.argv.includes('--list')) for (const { message } of refused) console.error(message)
const count = (kind: Prose['kind']): number => findings.filter((finding) => finding.kind === kind).length
console.log(`${count('text')} in texts, ${count('document')} in documents, ${count('comment')} in comments; ${refused.length} in changed files`)
process.exitCode = refused.length === 0 ? 0 : 1

function findingsOf(path: string): Finding[] {
  const content = read(path)
  if (content === null) return []
  const prose = path.endsWith('.md') ? proseOfDocument(content) : proseOfCode(content, path.endsWith('.tsx'))
  return prose.flatMap((piece) =>
    bannedIn(piece).map(({ banned, found }) => ({
      path,
      kind: piece.kind,
      phrase: banned.phrase,
      message: `${path}:${piece.line}: “${found}”; write ${banned.instead}`,
    })),
  )
}

/** A file that was deleted, but not yet in git, has nothing to say. */
function read(path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}

/** Files that differ from main, or that the last commit changed. A clone without history has the former only. */
function changedFiles(): ReadonlySet<string> {
  const bases = ['main', 'HEAD~1'].filter((base) => succeeds(['rev-parse', '--verify', '--quiet', base]))
  const since = bases.map((base) => git(['merge-base', base, 'HEAD']).trim())
  const tracked = ['HEAD', ...since].map((commit) => git(['diff', '--name-only', commit]))
  return new Set([...tracked, git(['ls-files', '--others', '--exclude-standard'])].flatMap((names) => names.split('\n')))
}

function git(args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

function succeeds(args: readonly string[]): boolean {
  try {
    git(args)
    return true
  } catch {
    return false
  }
}
