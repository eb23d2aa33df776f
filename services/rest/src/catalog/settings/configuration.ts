import type { CatalogSettings } from '@colonnade/rest-query'

/** Configuration of the data API in effect, from the database and the defaults. */
export interface RestConfiguration {
  readonly settings: CatalogSettings
  /** Exposed schemas that exist, in the order of the configuration; the first is the default. */
  readonly schemas: readonly string[]
  /** Schemas that exist and are searched after the exposed one. */
  readonly extraSearchPath: readonly string[]
  /** Settings that a request applies with its role, by role. Empty objects are left out. */
  readonly roleSettings: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Sentences about what could not be used. The data API works without it. */
  readonly warnings: readonly string[]
}

/** Schemas and settings as they are stored, before any check. */
export interface StoredSettings {
  /** Each as `name=value`, of the role that the data API connects as. Those of the current database come last and win. */
  readonly own: readonly string[]
  /** Settings of roles that it can become, of the current database last. */
  readonly roles: readonly (readonly [role: string, setting: string])[]
  /** Names of those settings that it may set, as Postgres writes them. */
  readonly settable: readonly string[]
  /** Names of all settings that Postgres knows, in lower case. */
  readonly known: readonly string[]
  /** All schemas of the database. */
  readonly schemas: readonly string[]
}

export const defaultSettings: CatalogSettings = {
  maxRows: 1000,
  preRequest: null,
  areAggregatesEnabled: false,
  arePlansEnabled: false,
  transactionEnd: 'commit-allow-override',
  rootSpec: null,
  openApiMode: 'follow-privileges',
}

const defaultSchemas = 'public'
const defaultExtraSearchPath = 'public, extensions'

const transactionEnds = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const openApiModes = ['follow-privileges', 'ignore-privileges', 'disabled'] as const

/** Older names that PostgREST still reads (PostgREST 14, Configuration, Aliases). */
const aliases: Readonly<Record<string, string>> = { db_schema: 'db_schemas', max_rows: 'db_max_rows', pre_request: 'db_pre_request' }

const prefix = 'pgrst.'

/** System catalogs are never exposed: PostgREST refuses to start with them. */
const systemSchemas = new Set(['pg_catalog', 'information_schema'])

/**
 * Settings that a request applies itself, and those that reading replies relies on: a role's own value of these is ignored. A role's `search_path`
 * would give every name in a function another meaning than the exposed schema's.
 */
const reserved = new Set(['role', 'session_authorization', 'search_path', 'client_encoding', 'standard_conforming_strings'])

/** Reads stored settings. Values that can't be used are replaced by the default, with a warning. */
export function configurationOf(stored: StoredSettings): RestConfiguration {
  const warnings: string[] = []
  const values = new Map<string, string>()
  for (const setting of stored.own) {
    const [name, value] = split(setting)
    if (name.startsWith(prefix)) values.set(aliases[name.slice(prefix.length)] ?? name.slice(prefix.length), value)
  }
  const choose = <T>(name: string, fallback: T, read: (text: string) => T | undefined): T => {
    const text = values.get(name)
    if (text === undefined) return fallback
    const value = read(text.trim())
    if (value !== undefined) return value
    warnings.push(`${prefix}${name} is set to "${text}", which is not a valid value. The default is used instead.`)
    return fallback
  }
  const existing = new Set(stored.schemas)
  const schemas = names(values.get('db_schemas') ?? defaultSchemas).filter((schema) => {
    const isUsable = existing.has(schema) && !isSystem(schema)
    if (isSystem(schema)) warnings.push(`The schema "${schema}" cannot be exposed, because it belongs to Postgres.`)
    else if (!isUsable) warnings.push(`The exposed schema "${schema}" does not exist.`)
    return isUsable
  })
  return {
    settings: {
      maxRows: choose('db_max_rows', defaultSettings.maxRows, rowLimit),
      preRequest: choose('db_pre_request', defaultSettings.preRequest, (text) => (text === '' ? null : text)),
      areAggregatesEnabled: choose('db_aggregates_enabled', defaultSettings.areAggregatesEnabled, flag),
      arePlansEnabled: choose('db_plan_enabled', defaultSettings.arePlansEnabled, flag),
      transactionEnd: choose('db_tx_end', defaultSettings.transactionEnd, (text) => transactionEnds.find((end) => end === text)),
      rootSpec: choose('db_root_spec', defaultSettings.rootSpec, (text) => (text === '' ? null : text)),
      openApiMode: choose('openapi_mode', defaultSettings.openApiMode, (text) => openApiModes.find((mode) => mode === text)),
    },
    schemas,
    extraSearchPath: names(values.get('db_extra_search_path') ?? defaultExtraSearchPath).filter((schema) => existing.has(schema)),
    roleSettings: roleSettingsOf(stored),
    warnings,
  }
}

function roleSettingsOf({ roles, settable, known }: StoredSettings): Map<string, Readonly<Record<string, string>>> {
  const isKnown = new Set(known)
  const isSettable = new Set(settable.map((name) => name.toLowerCase()))
  const found = new Map<string, Record<string, string>>()
  for (const [role, setting] of roles) {
    const [name, value] = split(setting)
    const key = name.toLowerCase()
    // a name that Postgres doesn't know belongs to no library that is loaded: anyone may set it, if it has a dot
    const mayBeSet = isKnown.has(key) ? isSettable.has(key) : key.includes('.') && !key.startsWith(prefix)
    if (reserved.has(key) || !mayBeSet) continue
    const settings = found.get(role) ?? {}
    settings[name] = value
    found.set(role, settings)
  }
  return found
}

function split(setting: string): [name: string, value: string] {
  const at = setting.indexOf('=')
  return [setting.slice(0, at), setting.slice(at + 1)]
}

/** Names between commas, each once. They are taken as they stand, without quotes. */
function names(list: string): string[] {
  const parts = list.split(',').map((name) => name.trim())
  return [...new Set(parts.filter((name) => name !== ''))]
}

function isSystem(schema: string): boolean {
  return systemSchemas.has(schema) || schema.startsWith('pg_toast') || schema.startsWith('pg_temp')
}

/** Nothing and 0 mean no limit. */
function rowLimit(text: string): number | null | undefined {
  if (text === '') return null
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 0) return undefined
  return count === 0 ? null : count
}

function flag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (['true', 'on', 'yes', '1'].includes(word)) return true
  return ['false', 'off', 'no', '0', ''].includes(word) ? false : undefined
}
