import type { SnippetDetails } from '@colonnade/contracts/data/snippets'
import { missingEnd } from '../../../lib/sql-text/missing-end.ts'

/** A name for a file: without what file systems refuse. */
export function sqlFileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what no file is called
  const plain = name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]+/g, '-').replaceAll(/^[.\s-]+|[.\s-]+$/g, '')
  return `${plain === '' ? 'untitled' : plain}.sql`
}

/** Many snippets as one file that can be run, each below a heading that says where it belongs. */
export function sqlFileOf(snippets: readonly Pick<SnippetDetails, 'name' | 'folder' | 'content'>[]): string {
  return snippets
    .map(({ name, folder, content }) => {
      const title = folder === '' ? name : `${folder}/${name}`
      return `-- ${'='.repeat(72)}\n-- ${title}\n-- ${'='.repeat(72)}\n\n${content.trimEnd()}${missingEnd(content)}\n`
    })
    .join('\n')
}

export interface ReadFile {
  /** As the file is called, without its ending. */
  readonly name: string
  readonly folder: string
  readonly content: string
}

export type FileProblem = { readonly name: string; readonly problem: string }

/** Each file that was left out, those of one reason together: "a.bin, b.bin (not a text in UTF-8); c.sql (…)". */
export function problemsText(problems: readonly FileProblem[]): string {
  return [...Map.groupBy(problems, ({ problem }) => problem)]
    .map(([problem, files]) => `${files.map(({ name }) => name).join(', ')} (${problem})`)
    .join('; ')
}

/** What a file is as a snippet: its folders are those of its path. */
export function nameOfFile(path: string): { readonly name: string; readonly folder: string } {
  const parts = path.split('/').filter((part) => part.trim() !== '')
  const plain = (text: string) =>
    text
      // oxlint-disable-next-line no-control-regex -- control characters have no place in names
      .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .toWellFormed()
  const name = plain((parts.pop() ?? '').replace(/\.(sql|psql|pgsql|txt)$/i, '')).slice(0, 100)
  const folder = parts
    .map(plain)
    .filter((part) => part !== '')
    .join('/')
  return { name: name === '' ? 'Untitled' : name.toWellFormed(), folder: folder.length <= 200 ? folder : '' }
}

/** The text of a file, which is UTF-8 or UTF-16 with a mark; null when it is neither, or holds what no text holds. */
export function textOfFile(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : text.replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}

/** Gives the person a file. */
export function saveTextFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/sql' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
