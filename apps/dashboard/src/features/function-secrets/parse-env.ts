import { nameProblem, valueProblem } from './check-secret.ts'
import { pasteProblems } from './messages.ts'

/** A secret in a pasted `.env` file. */
export interface EnvEntry {
  /** Line it starts on, from 1. */
  readonly line: number
  readonly name: string
  readonly value: string
}

/** An invalid line. */
export interface EnvProblem {
  readonly line: number
  readonly text: string
}

export interface ParsedEnv {
  readonly entries: readonly EnvEntry[]
  readonly problems: readonly EnvProblem[]
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Parses a `.env` file: `NAME=value`, optionally after `export`, with comments and quoted values over several lines. Double quotes support
 * escapes. Variables aren't expanded.
 */
export function parseEnv(text: string): ParsedEnv {
  const entries: EnvEntry[] = []
  const problems: EnvProblem[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (let index = 0; index < lines.length; index += 1) {
    const line = index + 1
    const start = lines[index]!
    if (/^\s*(#|$)/.test(start)) continue
    const found = /^\s*(?:export\s+)?([^=\s]*)\s*=\s*(.*)$/s.exec(start)
    if (found === null) {
      problems.push({ line, text: pasteProblems.noAssignment })
      continue
    }
    const [, name = '', rest = ''] = found
    const read = readValue(rest, lines.slice(index + 1))
    if ('problem' in read) {
      problems.push({ line, text: read.problem })
      continue
    }
    index += read.linesMore
    const earlier = entries.find((entry) => entry.name === name)
    const problem = nameProblem(name) ?? (earlier === undefined ? valueProblem(read.value) : pasteProblems.duplicate(name, earlier.line))
    if (problem === null) entries.push({ line, name, value: read.value })
    else problems.push({ line, text: problem })
  }
  return { entries, problems }
}

type Read = { readonly value: string; readonly linesMore: number } | { readonly problem: string }

/** Reads a value from the rest of its line, and a quoted value also from the lines after it. */
function readValue(rest: string, after: readonly string[]): Read {
  const quote = rest[0]
  if (quote !== '"' && quote !== "'" && quote !== '`') return { value: rest.replace(/(^|\s)#.*$/, '').trim(), linesMore: 0 }
  let value = ''
  let text = rest
  let at = 1
  for (let linesMore = 0; ;) {
    const character = text[at]
    if (character === undefined) {
      const next = after[linesMore]
      if (next === undefined) return { problem: pasteProblems.unclosed }
      value += '\n'
      linesMore += 1
      text = next
      at = 0
    } else if (character === quote) {
      return /^\s*(#.*)?$/.test(text.slice(at + 1)) ? { value, linesMore } : { problem: pasteProblems.afterQuote }
    } else if (character === '\\' && quote === '"' && at + 1 < text.length) {
      const escaped = text[at + 1]!
      value += escapes[escaped] ?? (escaped === '"' || escaped === '\\' || escaped === '$' ? escaped : `\\${escaped}`)
      at += 2
    } else {
      value += character
      at += 1
    }
  }
}
