/**
 * Removes from shared packages what only the server uses. A page calls endpoints, and the server checks what they take and return. Schemas are
 * expensive to construct, so a page only keeps those that a form checks its fields with.
 */

/** The fields of syntax nodes that are used here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const methods: ReadonlySet<unknown> = new Set(['get', 'post', 'patch', 'put', 'remove'])
/** Fields of an endpoint that a built page doesn't have. Of `headers` it only knows whether there are any. */
export const removedFields: ReadonlySet<unknown> = new Set(['summary', 'query', 'body', 'reply', 'errors', 'mediaHint'])

/** Returns the code of a module as pages need it: endpoints without their schemas, and constants that are left out when nothing uses them. */
export function pageContract(code: string, parse: (code: string) => { readonly body: readonly unknown[] }): string {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  const hasEndpoints = /from\s+["'][^"']*\/endpoint\.ts["']/.test(code)
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    for (const property of fieldsOf(value)) {
      const key = isNode(property['key']) ? property['key']['name'] : undefined
      if (removedFields.has(key)) edits.push({ start: property.start, end: afterComma(code, property.end), text: '' })
      else if (key === 'headers') edits.push({ start: property.start, end: property.end, text: 'headers: true' })
    }
    Object.values(value).forEach(visit)
  }
  for (const statement of parse(code).body as Node[]) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') continue
    if (hasEndpoints) visit(declaration)
    for (const { init } of declaration['declarations'] as readonly { readonly init: unknown }[]) {
      if (!isNode(init) || init.type !== 'CallExpression') continue
      edits.push({ start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' }, { start: init.end, end: init.end, text: '))()' })
    }
  }
  let changed = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) changed = changed.slice(0, start) + text + changed.slice(end)
  return changed
}

/** Returns the fields of an endpoint's description; none for other nodes. */
function fieldsOf({ type, callee, arguments: given }: Node): readonly Node[] {
  if (type !== 'CallExpression' || !isNode(callee) || !methods.has(callee['name'])) return []
  const description = (given as readonly Node[])[1]
  return description?.type === 'ObjectExpression' ? (description['properties'] as readonly Node[]) : []
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value
const afterComma = (code: string, end: number): number => end + /^\s*,?[ \t]*/.exec(code.slice(end))![0].length
