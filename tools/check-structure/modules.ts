import type { SourceFile } from './source-files.ts'

/** Every module of the platform has the contract of its noun, which may stand in a folder with its likes, and every contract a module. */
export function checkModules(sources: readonly SourceFile[]): string[] {
  const modules = new Set(sources.flatMap(({ path }) => /^services\/platform\/src\/modules\/([^/]+)\/routes\.ts$/.exec(path)?.[1] ?? []))
  const contracts = new Set(
    sources
      .filter(({ path, text }) => /^packages\/contracts\/src\/([^/]+\/)?[^/]+\.ts$/.test(path) && /= resource\('\/platform/.test(text))
      .map(({ path }) => path.replace(/^.*\/|\.ts$/g, '')),
  )
  return [
    ...[...modules]
      .filter((noun) => !contracts.has(noun))
      .map((noun) => `services/platform/src/modules/${noun}: no packages/contracts/src/${noun}.ts`),
    ...[...contracts]
      .filter((noun) => !modules.has(noun))
      .map((noun) => `packages/contracts/src/${noun}.ts: no services/platform/src/modules/${noun}`),
  ]
}
