import { parse } from '@babel/parser'

/** A piece of prose in a file, with the line it starts on (from 1). */
export interface Prose {
  readonly line: number
  readonly text: string
  /** Shown to people: a string, a template or JSX text. Comments are `comment`, Markdown is `document`. */
  readonly kind: 'text' | 'comment' | 'document'
}

/** Returns the strings, JSX texts and comments of a TypeScript file. Imports and keys are left out: they are names, not prose. */
export function proseOfCode(code: string, isJsx: boolean): Prose[] {
  const file = parse(code, { sourceType: 'module', plugins: isJsx ? ['typescript', 'jsx'] : ['typescript'], errorRecovery: true })
  const found: Prose[] = (file.comments ?? []).map(({ value, loc }) => ({ line: loc?.start.line ?? 1, text: value, kind: 'comment' }))
  collect(file.program, found)
  return found
}

interface Node {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } } | null | undefined
  readonly value?: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** A word with a space after it: what people read. A name, a path or a code has none. */
const isProse = /\p{L}+\S* \S*\p{L}/u

const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType', 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration'])

function collect(node: Node, found: Prose[]): void {
  if (skipped.has(node.type)) return
  const text = textOf(node)
  if (text !== null && (isProse.test(text) || node.type === 'JSXText')) found.push({ line: node.loc?.start.line ?? 1, text, kind: 'text' })
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key === 'extra' || key.endsWith('Comments')) continue
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) collect(each, found)
    } else if (isNode(value)) collect(value, found)
  }
}

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node.value)
  if (node.type === 'TemplateElement') return (node.value as { cooked: string | null }).cooked
  return null
}

const fence = /^\s*```/

/** Returns the lines of a Markdown document outside of its code blocks, without code spans. */
export function proseOfDocument(markdown: string): Prose[] {
  let isInFence = false
  return markdown.split('\n').flatMap((text, index): Prose[] => {
    if (fence.test(text)) isInFence = !isInFence
    return isInFence || text.trim() === '' ? [] : [{ line: index + 1, text: text.replaceAll(/`[^`]*`/g, ''), kind: 'document' }]
  })
}
