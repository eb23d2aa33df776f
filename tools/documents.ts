import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { openApi } from '@colonnade/contracts/openapi/openapi'
import { errorTable } from '@colonnade/core'
import { permissionsPage } from './permissions-page.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Writes the documents generated from code; with --check, fails if one is out of date. */
const root = fileURLToPath(new URL('..', import.meta.url))

const documents: Readonly<Record<string, string>> = {
  'docs/errors.md': errorsPage(),
  'docs/permissions.md': permissionsPage(),
  'docs/openapi/platform.json': `${JSON.stringify(openApi(wholeApi, { title: 'Colonnade platform API', version: '0.1.0' }), null, 2)}\n`,
}

const isCheck = process.argv.includes('--check')
let stale = 0
for (const [path, content] of Object.entries(documents)) {
  const full = join(root, path)
  if (isCheck) {
    if (read(full) === content) continue
    stale += 1
    console.error(`${path} is out of date: run node tools/documents.ts`)
  } else {
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, content)
  }
}
process.exit(stale === 0 ? 0 : 1)

function errorsPage(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, title, retryable }]) => `| \`${code}\` | ${status} | ${title} | ${retryable ? 'yes' : 'no'} |`,
  )
  return `# Errors

Generated from \`packages/core/src/errors.ts\`. Every error reply has the form \`{ code, message, details, request_id }\`. Rely on the code;
the message is for people and can change. A retryable call can succeed if you send it again unchanged.

| code | status | meaning | retryable |
|---|---|---|---|
${rows.join('\n')}
`
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
