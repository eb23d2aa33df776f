import { routesToCome, specRoutes } from './spec-routes.ts'
import type { SourceFile } from './source-files.ts'

const declared = /createFileRoute\(\s*['"]([^'"]+)['"]/

/** Every route of the specification has a file, or is on the list of those to come; none is on both. */
export function checkRoutes(sources: readonly SourceFile[]): string[] {
  const built = new Set(
    sources
      .filter(({ path }) => path.startsWith('apps/dashboard/src/routes/'))
      .flatMap(({ text }) => declared.exec(text)?.[1] ?? [])
      .map(
        (id) =>
          `/${id
            .split('/')
            .filter((part) => part !== '' && !part.startsWith('_'))
            .join('/')}`,
      ),
  )
  return [
    ...specRoutes.filter((route) => !built.has(route)).map((route) => `${route}: a route of the specification without a file`),
    ...routesToCome.filter((route) => built.has(route)).map((route) => `${route}: has a file; take it off the list of routes to come`),
  ]
}
