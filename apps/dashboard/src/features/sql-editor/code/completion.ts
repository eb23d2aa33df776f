import type { Completion } from '@codemirror/autocomplete'
import type { SQLNamespace } from '@codemirror/lang-sql'
import type { CompletionCatalog } from '@colonnade/pg-meta'
import { quoteIdent } from '@colonnade/sql'

const relationKinds: Readonly<Record<string, string>> = { r: 'table', p: 'table', v: 'view', m: 'materialized view', f: 'foreign table' }

/** The catalog as CodeMirror's levels: schemas, in them relations, in them columns. Names that need quotes get them. */
export function namespaceOf(catalog: CompletionCatalog): SQLNamespace {
  const schemas: Record<string, { self: Completion; children: Record<string, SQLNamespace> }> = {}
  for (const { schema, name, kind, columns } of catalog.relations) {
    schemas[schema] ??= { self: named(schema, 'namespace', 'schema'), children: {} }
    schemas[schema].children[name] = {
      self: named(name, 'type', relationKinds[kind] ?? 'relation'),
      children: columns.map((column) => named(column.name, 'property', column.type)),
    }
  }
  return schemas
}

/** Functions and types, which CodeMirror's SQL has no place for. Those outside the search path carry their schema. */
export function routineCompletions(catalog: CompletionCatalog): Completion[] {
  const isNear = new Set(catalog.search_path)
  const functions = catalog.functions.map(({ schema, name, arguments: args, returns }): Completion => {
    const label = isNear.has(schema) ? name : `${schema}.${name}`
    const call = isNear.has(schema) ? quoteIdent(name) : `${quoteIdent(schema)}.${quoteIdent(name)}`
    return { label, type: 'function', detail: `(${args}) → ${returns}`, apply: `${call}(` }
  })
  return [...functions, ...catalog.types.map((name) => named(name, 'type', 'type'))]
}

function named(name: string, type: string, detail: string): Completion {
  return { label: name, type, detail, apply: quoteIdent(name) }
}
