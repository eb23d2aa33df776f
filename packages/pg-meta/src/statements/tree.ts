import type { Node } from './parser.ts'

/** A node of a parse tree and what the grammar calls it. */
export interface Visit {
  readonly kind: string
  readonly node: Node
}

export function fields(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}

/** Kinds of nodes begin with a capital letter, fields do not; some nodes stand in a field without their kind, and are named after it. */
const kindForm = /^[A-Z]/
const fieldKinds: Readonly<Record<string, string>> = { def: 'Def', funccall: 'FuncCall' }

/** Every node under a statement, the statement's own first. Not recursive: texts may nest deeper than a call stack. */
export function nodesIn(statement: Node): Visit[] {
  const visits: Visit[] = []
  const waiting: unknown[] = [statement]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) waiting.push(value[index])
      continue
    }
    for (const [key, field] of Object.entries(fields(value)).toReversed()) {
      if (typeof field !== 'object' || field === null) continue
      const kind = kindForm.test(key) ? key : fieldKinds[key]
      if (kind !== undefined) visits.push({ kind, node: fields(field) })
      waiting.push(field)
    }
  }
  return visits
}
