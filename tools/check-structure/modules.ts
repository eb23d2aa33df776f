import type { SourceFile } from './source-files.ts'

/** Every module of the platform has the contract of its noun in the room of the same name, and every contract a module. */
export function checkModules(sources: readonly SourceFile[]): string[] {
  const modules = new Set(sources.flatMap(({ path }) => /^services\/platform\/src\/modules\/(.+)\/routes\.ts$/.exec(path)?.[1] ?? []))
  const contracts = new Set(
    sources
      .filter(({ text }) => /= resource\('\/(?:platform|v1)\//.test(text))
      .flatMap(({ path }) => /^packages\/contracts\/src\/(.+)\.ts$/.exec(path)?.[1] ?? []),
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
