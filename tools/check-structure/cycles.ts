import type { SourceFile } from './source-files.ts'

/** Cycles of value imports among files: each is one line with the way round (Tarjan's strongly connected components, then one path). */
export function checkCycles(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map(({ path, imports }) => [path, imports.filter(({ isType, target }) => !isType && target !== null).map(({ target }) => target!)]),
  )
  return components(edges)
    .filter((group) => group.length > 1 || edges.get(group[0]!)!.includes(group[0]!))
    .map((group) => `cycle of imports: ${group.toReversed().join(' → ')} → ${group.at(-1)}`)
}

/**
 * Cycles among folders of one noun, types included: modules of the platform, with its kernel as one of them, and features of the dashboard.
 * Each is one line with the imports that make it. Tests look at what they like.
 */
export function checkFolderCycles(files: readonly SourceFile[]): string[] {
  const imports = files
    .filter(({ path, isTest }) => !isTest && !/\/test(ing)?[-.]/.test(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ target }) => (target === null ? [] : [{ path, target, from: folderOf(path), to: folderOf(target) }])),
    )
    .filter(({ from, to }) => from !== null && to !== null && from !== to)
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) {
    edges.set(from!, [...(edges.get(from!) ?? []), to!])
    edges.set(to!, edges.get(to!) ?? [])
  }
  return components(edges)
    .filter((group) => group.length > 1)
    .map((group) => {
      const among = imports.filter(({ from, to }) => group.includes(from!) && group.includes(to!))
      return `cycle of folders ${group.join(', ')}: ${among.map(({ path, target }) => `${path} → ${target}`).join('; ')}`
    })
}

function folderOf(path: string): string | null {
  const folder = /^(services\/platform\/src\/(?:kernel|modules\/[^/]+\/[^/]+)|apps\/dashboard\/src\/features\/[^/]+)\//.exec(path)
  return folder?.[1] ?? null
}

function components(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) === index.get(node)) found.push(stack.splice(stack.indexOf(node)))
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found
}
