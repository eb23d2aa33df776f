import type { SourceFile } from './source-files.ts'

/** What a workspace's package.json declares. */
export interface Workspace {
  /** Its folder, from the repository's root. */
  readonly root: string
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Stands up what tests need, and is exported as `…/testing`: never part of the product. */
const testCode = /(^|\/)testing(-[a-z]+)*(\/|\.ts$)/

/** Its imports stand in texts that people copy. */
const shownCode = /^apps\/dashboard\/src\/features\/connect\//

/**
 * Each workspace declares what its code imports, once: in `dependencies` what runs in the product, in `devDependencies` what only types and
 * tests need. Tools that all tests share, such as vitest, are the root's. A workspace declares our packages only if it imports them.
 */
export function checkDependencies(workspaces: readonly Workspace[], sources: readonly SourceFile[]): string[] {
  return workspaces.flatMap((workspace) => {
    const own = sources.filter(({ path }) => path.startsWith(`${workspace.root}/src/`))
    const product = own.filter(({ path, isTest }) => !isTest && !testCode.test(path) && !workspace.name.endsWith('/testing'))
    return [...checkTwice(workspace), ...checkUndeclared(workspace, product), ...checkUnused(workspace, own, product)]
  })
}

function checkTwice({ root, dependencies = {}, devDependencies = {} }: Workspace): string[] {
  return Object.keys(dependencies)
    .filter((name) => name in devDependencies)
    .map((name) => `${root}/package.json: ${name} stands twice`)
}

function checkUndeclared({ root, name: own, dependencies = {}, devDependencies = {} }: Workspace, product: readonly SourceFile[]): string[] {
  const imports = product.filter(({ path }) => !shownCode.test(path)).flatMap((file) => file.imports)
  const missing = imports.flatMap(({ specifier, isType }) => {
    const name = packageOf(specifier)
    if (name === null || name === own || name in dependencies) return []
    return isType && (name in devDependencies || `@types/${name}` in devDependencies) ? [] : [name]
  })
  return [...new Set(missing)].map((name) => `${root}/package.json: ${name} is imported, and no dependency`)
}

function checkUnused(
  { root, name, dependencies = {}, devDependencies = {} }: Workspace,
  own: readonly SourceFile[],
  product: readonly SourceFile[],
): string[] {
  const unused = (declared: Readonly<Record<string, string>>, files: readonly SourceFile[]): string[] => {
    const imported = new Set(files.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))))
    return Object.keys(declared).filter((dependency) => dependency.startsWith('@colonnade/') && !imported.has(dependency))
  }
  const all = name.endsWith('/testing') ? own : product
  return [
    ...unused(dependencies, all).map((dependency) => `${root}/package.json: no code of the product imports ${dependency}`),
    ...unused(devDependencies, own).map((dependency) => `${root}/package.json: nothing imports ${dependency}`),
  ]
}

/** "@a/b/c" is part of "@a/b", and "a/b" of "a". */
function packageOf(specifier: string): string | null {
  return /^(?!node:)(@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)(\/|$)/.exec(specifier)?.[1] ?? null
}
