import { extensions } from '@colonnade/pg-meta'
import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { empty, ident, literal, sql, toText } from '@colonnade/sql'
import type { Draft } from '../../../scope/changes/draft.ts'

export interface Installation {
  readonly schema: string
  readonly version: string
  /** Whether to install what it needs, too. */
  readonly isCascade: boolean
}

export interface Requirements {
  /** What it needs that is not installed yet, of every depth, by name. */
  readonly missing: readonly string[]
  /** Those of them that the server has no files of. */
  readonly absent: readonly string[]
  /** Those of them that Postgres keeps to superusers. */
  readonly refused: readonly string[]
}

/** What installing an extension needs besides itself. */
export function requirementsOf(extension: ExtensionSummary, all: readonly ExtensionSummary[]): Requirements {
  const known = new Map(all.map((other) => [other.name, other]))
  const missing = new Set<string>()
  const visit = ({ requires }: ExtensionSummary) => {
    for (const name of requires) {
      const other = known.get(name)
      if (other?.installed_version != null || missing.has(name)) continue
      missing.add(name)
      if (other !== undefined) visit(other)
    }
  }
  visit(extension)
  const names = [...missing].toSorted()
  return {
    missing: names,
    absent: names.filter((name) => known.get(name)?.is_available !== true),
    refused: names.filter((name) => known.get(name)?.needs_superuser === true),
  }
}

/** Names of the extensions whose libraries the server can load; undefined while that is not known. */
export type Loadable = ReadonlySet<string> | undefined

/** Why it can't be installed here; null when it can, as far as can be known before. */
export function obstacleTo(extension: ExtensionSummary, { missing, absent, refused }: Requirements, loadable?: Loadable): string | null {
  if (!extension.is_available) return `The files of ${extension.name} are not on this server, so it can’t be installed.`
  if (extension.needs_superuser) return `Postgres lets only a superuser install ${extension.name}, which this project’s role is not.`
  const unloadable = loadable === undefined ? [] : missing.filter((name) => !absent.includes(name) && !loadable.has(name))
  if (unloadable.length > 0) return `It needs ${listText(unloadable)}, which this server can’t load: a library that it is made for is not there.`
  if (loadable?.has(extension.name) === false) return `This server can’t load ${extension.name}: a library that it is made for is not there.`
  if (absent.length > 0) return `It needs ${listText(absent)}, whose files are not on this server.`
  if (refused.length > 0) return `It needs ${listText(refused)}, which only a superuser may install.`
  return null
}

/** "cube", "cube and hstore", "a, b and c" */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
}

/** What installing it would run. */
export function installationDraft(extension: ExtensionSummary, { missing }: Requirements, { schema, version, isCascade }: Installation): Draft {
  if (missing.length > 0 && !isCascade) {
    return { kind: 'incomplete', problems: { cascade: `It can’t be installed without ${listText(missing)}.` } }
  }
  const { name, fixed_schema: fixedSchema, default_version: defaultVersion } = extension
  const command = extensions.create({
    name,
    ...(fixedSchema === null && { schema }),
    // the default one is not written, so that the migration installs what another server has
    ...(version !== defaultVersion && { version }),
    ...(missing.length > 0 && { cascade: true }),
  })
  return { kind: 'change', change: { name: `Install extension ${name}`, commands: [command] } }
}

/** What another version or another schema would run. */
export function updateDraft(extension: ExtensionSummary, { schema, version }: Pick<Installation, 'schema' | 'version'>): Draft {
  const isMoved = schema !== extension.schema
  const isUpdated = version !== extension.installed_version
  if (!isMoved && !isUpdated) return { kind: 'unchanged' }
  const command = extensions.updateByName(extension.name, {
    ...(isUpdated && (version === extension.default_version ? { update: true } : { version })),
    ...(isMoved && { schema }),
  })
  const verb = isUpdated ? 'Update' : 'Move'
  return { kind: 'change', change: { name: `${verb} extension ${extension.name}`, commands: [command] } }
}

/** Into which schema it goes unless another is chosen: the one that projects have for extensions. */
export function schemaFor(extension: ExtensionSummary, schemas: readonly string[]): string {
  return extension.fixed_schema ?? (schemas.includes('extensions') ? 'extensions' : 'public')
}

/** The statement that makes it as it is. */
export function definitionOf({ name, schema, installed_version: version, fixed_schema: fixedSchema }: ExtensionSummary): string {
  const where = schema === null || fixedSchema !== null ? empty : sql` schema ${ident(schema)}`
  return toText(sql`create extension if not exists ${ident(name)}${where}${version === null ? empty : sql` version ${literal(version)}`};`)
}

/** Whether the server has files of a version that it can be updated to, and would install now. */
export function isOutdated({ default_version: standard, update_targets: targets }: ExtensionSummary): boolean {
  return standard !== null && targets.includes(standard)
}
