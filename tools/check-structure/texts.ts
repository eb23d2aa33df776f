import type { SourceFile } from './source-files.ts'

const inHouse = /^(packages|services|apps)\//

/**
 * The environment is read in one place, the main program, and comes to everything else as an argument. The dashboard has none (its types
 * know no `process`); where it names one, that is in a file it shows people.
 */
export function checkEnvironment(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, isTest }) => inHouse.test(path) && !path.startsWith('apps/dashboard/') && !isTest && !path.endsWith('/main.ts'))
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

/** Files where text becomes SQL unchanged, and what the text is. SQL that people write enters through the first. Add further files here. */
const rawSqlFiles: Readonly<Record<string, string>> = {
  'packages/sql/src/fragment.ts': 'the function itself',
  'packages/pg/src/migrations.ts': "the product's migrations",
  'packages/pg-meta/src/catalog/authored.ts': 'expressions, types and queries that people write, which cannot leave their place',
  'packages/pg-meta/src/constraints/constraint-definition.ts': 'operators',
  'packages/pg-meta/src/functions/body.ts': 'bodies in standard SQL, cut where they end',
  'packages/pg-meta/src/functions/update-by-name.ts': 'what Postgres prints of a function, up to its body',
  'packages/pg-meta/src/impersonation/impersonation.ts': 'the text that is run as another role',
  'packages/pg-meta/src/kinds/just-made.ts': 'a generated statement inside another',
  'packages/pg-meta/src/partitions/partition-bounds.ts': 'bounds, which are constants',
  'packages/pg-meta/src/query/filters.ts': 'operators of a closed list, and arrays of constants',
  'packages/pg-meta/src/query/render.ts': 'lists of columns that are selected',
  'services/platform/src/modules/copies/upgrades/transfer/roles.ts': 'statements that a server has written, which quotes what people have named',
  'services/platform/src/modules/data/row-exports/formats.ts': 'the query to export, known to be a single one',
  'packages/rest-query/src/planning/names.ts': 'types that a client casts to, of letters only, and what the catalog has as SQL',
}

export function checkRawSql(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, isTest, text }) => inHouse.test(path) && !isTest && /\buserAuthored\(/.test(text) && !(path in rawSqlFiles))
    .map(({ path }) => `${path}: text becomes SQL unchanged; compose fragments, or say in tools/check-structure/texts.ts why not`)
}

/** How a file gets a connection as the superuser of a project's cluster. */
const superuser =
  /\blogins\.administrator\b|\btargetOf\(.*'administrator'\)|\b(?:asAdministrator|openAdministrator|administratorOf|askServer)\(|\b(?:TransferClient|AdminConnection)\b/

/** Calls that send text which isn't a literal: text from a catalog or a dump may have been written by a project's owner. */
const sentText = /\b(?:query|copyIn|copyOut)\((?!')(?!`[^`$]*`)|\buserAuthored\(|\bexecute(?:Batch|Stream)?\(/

/** Files that do so anyway, and why no code of a project's owner runs. */
const superuserTexts: Readonly<Record<string, string>> = {
  'services/platform/src/modules/projects/projects/steps.ts': 'a generated statement, over a connection of the owner',
  'services/platform/src/modules/copies/upgrades/transfer/load-structure.ts':
    'a dump, each statement as the owner of its object (dumped-statements.ts)',
  'services/platform/src/modules/copies/upgrades/transfer/large-objects.ts': 'COPY of pg_largeobject, and statements of roles.ts',
  'services/platform/src/modules/copies/upgrades/transfer/roles.ts':
    'CREATE, ALTER, GRANT and COMMENT of roles and databases, which only write the catalog',
  'services/platform/src/modules/copies/upgrades/transfer/rows.ts':
    'COPY of a plain table out of the source, which plans nothing; into the target as the owner; GRANT',
  'services/platform/src/modules/copies/stored-files/read-versions.ts': 'COPY of a plain table, which plans nothing',
  'services/platform/src/modules/copies/upgrades/transfer/tables.ts': 'the state of a sequence, which has no expressions',
}

/**
 * Nothing that an owner wrote ever runs as our superuser. Planning a query over a table is enough to run an index expression of it, so files
 * that have such a connection send fragments and literals only.
 */
export function checkSuperuser(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, isTest, text }) => inHouse.test(path) && !isTest && !(path in superuserTexts) && superuser.test(text) && sentText.test(text))
    .map(
      ({ path }) => `${path}: text is sent over the superuser's connection; send it as its owner, or say in tools/check-structure/texts.ts why not`,
    )
}
