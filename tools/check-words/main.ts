import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../check-structure/source-files.ts'
import { bannedIn } from './banned.ts'
import { proseOfCode, proseOfDocument, type Prose } from './prose.ts'

/** Refuses phrases that STYLE.md rules out. */
const root = fileURLToPath(new URL('../..', import.meta.url))

const isOurs = /^(?:packages|services|apps|tools)\/.*\.tsx?$|^[^/]+\.md$|^(?:docs|packages|services|apps|bench)\/.*\.md$/
/** Tests quote what others write; generated files follow their sources; the list has to name what it rules out. */
const isExempt = /\.(?:test|e2e|page)\.tsx?$|\.gen\.tsx?$|^packages\/testing\/|^tools\/check-words\/|^docs\/(?:errors|permissions)\.md$|^STYLE\.md$/

interface Finding {
  readonly kind: Prose['kind']
  readonly message: string
}

const findings = listFiles(root)
  .filter((path) => isOurs.test(path) && !isExempt.test(path))
  .flatMap((path) => findingsOf(path))
for (const { message } of findings) console.error(message)
const count = (kind: Prose['kind']): number => findings.filter((finding) => finding.kind === kind).length
console.log(`${count('text')} in texts, ${count('document')} in documents, ${count('comment')} in comments`)
process.exitCode = findings.length === 0 ? 0 : 1

function findingsOf(path: string): Finding[] {
  const content = read(path)
  if (content === null) return []
  const prose = path.endsWith('.md') ? proseOfDocument(content) : proseOfCode(content, path.endsWith('.tsx'))
  return prose.flatMap((piece) =>
    bannedIn(piece).map(({ banned, found }) => ({
      kind: piece.kind,
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
