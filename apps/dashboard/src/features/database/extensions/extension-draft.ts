import { extensions } from '@colonnade/pg-meta'
import type { ExtensionSummary } from '@colonnade/pg-meta/extensions'
import { empty, ident, literal, sql, toText } from '@colonnade/sql'
import type { Draft } from '../../../scope/changes/draft.ts'
import { extensionDraftText } from './messages.ts'

export interface Installation {
  readonly schema: string
  readonly version: string
  /** Also installs the extensions it requires. */
  readonly isCascade: boolean
}

export interface Requirements {
  /** Required extensions that aren't installed yet, at any depth, by name. */
  readonly missing: readonly string[]
  /** Missing ones without files on the server. */
  readonly absent: readonly string[]
  /** Missing ones that only a superuser can install. */
  readonly refused: readonly string[]
}

/** Returns the other extensions that installing an extension requires. */
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

/** Names of the extensions with libraries the server can load; undefined while unknown. */
export type Loadable = ReadonlySet<string> | undefined

/** Returns why an extension can't be installed here; null if nothing known prevents it. */
export function obstacleTo(extension: ExtensionSummary, { missing, absent, refused }: Requirements, loadable?: Loadable): string | null {
  if (!extension.is_available) return extensionDraftText.noFiles(extension.name)
  if (extension.needs_superuser) return extensionDraftText.superuserOnly(extension.name)
  const unloadable = loadable === undefined ? [] : missing.filter((name) => !absent.includes(name) && !loadable.has(name))
  if (unloadable.length > 0) return extensionDraftText.requiresUnloadable(listText(unloadable))
  if (loadable?.has(extension.name) === false) return extensionDraftText.unloadable(extension.name)
  if (absent.length > 0) return extensionDraftText.requiresAbsent(listText(absent))
  if (refused.length > 0) return extensionDraftText.requiresSuperuser(listText(refused))
  return null
}

/** "cube", "cube and hstore", "a, b and c" */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : extensionDraftText.and(names.slice(0, -1).join(', '), names.at(-1)!)
}

/** Returns the statement that installs an extension. */
export function installationDraft(extension: ExtensionSummary, { missing }: Requirements, { schema, version, isCascade }: Installation): Draft {
  if (missing.length > 0 && !isCascade) {
    return { kind: 'incomplete', problems: { cascade: extensionDraftText.requires(listText(missing)) } }
  }
  const { name, fixed_schema: fixedSchema, default_version: defaultVersion } = extension
  const command = extensions.create({
    name,
    ...(fixedSchema === null && { schema }),
    // the default version is left out, so that the migration installs what another server has
    ...(version !== defaultVersion && { version }),
    ...(missing.length > 0 && { cascade: true }),
  })
  return { kind: 'change', change: { name: extensionDraftText.install(name), commands: [command] } }
}

/** Returns the statements that update or move an extension. */
export function updateDraft(extension: ExtensionSummary, { schema, version }: Pick<Installation, 'schema' | 'version'>): Draft {
  const isMoved = schema !== extension.schema
  const isUpdated = version !== extension.installed_version
  if (!isMoved && !isUpdated) return { kind: 'unchanged' }
  const command = extensions.updateByName(extension.name, {
    ...(isUpdated && (version === extension.default_version ? { update: true } : { version })),
    ...(isMoved && { schema }),
  })
  return { kind: 'change', change: { name: (isUpdated ? extensionDraftText.update : extensionDraftText.move)(extension.name), commands: [command] } }
}

/** Returns the schema an extension goes into by default: the one projects have for extensions. */
export function schemaFor(extension: ExtensionSummary, schemas: readonly string[]): string {
  return extension.fixed_schema ?? (schemas.includes('extensions') ? 'extensions' : 'public')
}

/** Returns the statement that creates the extension as it is. */
export function definitionOf({ name, schema, installed_version: version, fixed_schema: fixedSchema }: ExtensionSummary): string {
  const where = schema === null || fixedSchema !== null ? empty : sql` schema ${ident(schema)}`
  return toText(sql`create extension if not exists ${ident(name)}${where}${version === null ? empty : sql` version ${literal(version)}`};`)
}

/** Returns true if the server has the files of its default version, and can update to it. */
export function isOutdated({ default_version: standard, update_targets: targets }: ExtensionSummary): boolean {
  return standard !== null && targets.includes(standard)
}
