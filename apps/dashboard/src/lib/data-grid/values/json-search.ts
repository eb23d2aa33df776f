import type { JsonNode } from '@colonnade/pg-meta/json-text'

/** Whether a text, in small letters, stands in a key or a value of a document. */
export function matchesJson(node: JsonNode, key: string, sought: string): boolean {
  if (key.toLowerCase().includes(sought)) return true
  if (node.kind === 'scalar') return node.raw.toLowerCase().includes(sought)
  if (node.kind === 'array') return node.items.some((item) => matchesJson(item, '', sought))
  return node.entries.some(([name, value]) => matchesJson(value, name, sought))
}
