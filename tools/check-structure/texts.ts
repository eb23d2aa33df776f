import type { SourceFile } from './source-files.ts'

const inHouse = /^(packages|services|apps)\//

/** The environment is read in one place, the main program, and comes to everything else as an argument. */
export function checkEnvironment(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, isTest }) => inHouse.test(path) && !isTest && !path.endsWith('/main.ts'))
    .filter(({ text }) => text.includes('process.env'))
    .map(({ path }) => `${path}: process.env outside of main.ts`)
}

const urlLiteral = /['"`]\/(project|org)\//

/** URLs are written in paths.ts; a route file names its own pattern, which the router needs as a literal. */
export function checkUrls(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, isTest, isGenerated }) => inHouse.test(path) && !isTest && !isGenerated && !path.endsWith('/paths.ts'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => urlLiteral.test(line) && !line.includes('createFileRoute('))
        .map((line) => `${path}: a URL outside of paths.ts: ${line.trim()}`),
    )
}
