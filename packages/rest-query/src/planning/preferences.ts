import type { Catalog } from '../catalog.ts'
import type { Preferences, RestRequest } from '../request.ts'
import { invalidPreferences } from '../parsing/headers/prefer.ts'

/** @throws RestError PGRST122 for unknown preferences if the client requested strict handling */
export function checkPreferences(catalog: Catalog, { preferences }: RestRequest): void {
  if (preferences.handling !== 'strict') return
  const { timezone } = preferences
  const invalid = timezone !== null && !catalog.timeZones.has(timezone) ? [...preferences.invalid, `timezone=${timezone}`] : preferences.invalid
  if (invalid.length > 0) throw invalidPreferences(invalid)
}

/** Tests if a request's transaction is rolled back at its end. */
export function isRolledBack(catalog: Catalog, { tx }: Preferences): boolean {
  const end = catalog.settings.transactionEnd
  if (mayChooseEnd(catalog) && tx !== null) return tx === 'rollback'
  return end === 'rollback' || end === 'rollback-allow-override'
}

function mayChooseEnd({ settings }: Catalog): boolean {
  return settings.transactionEnd === 'commit-allow-override' || settings.transactionEnd === 'rollback-allow-override'
}

type Applicable = 'resolution' | 'return' | 'count' | 'tx' | 'missing' | 'handling' | 'timezone' | 'max-affected'

/** Which preferences count for which requests: PostgREST 14. */
const applicable: Readonly<Record<'read' | 'insert' | 'update' | 'put' | 'delete' | 'call', readonly Applicable[]>> = {
  read: ['count', 'tx', 'handling', 'timezone'],
  insert: ['resolution', 'return', 'count', 'tx', 'missing', 'handling', 'timezone'],
  update: ['return', 'count', 'tx', 'missing', 'handling', 'timezone', 'max-affected'],
  put: ['return', 'count', 'tx', 'handling', 'timezone'],
  delete: ['return', 'count', 'tx', 'handling', 'timezone', 'max-affected'],
  call: ['count', 'tx', 'handling', 'timezone', 'max-affected'],
}

/** Returns the header `Preference-Applied`, or null for none. */
export function preferenceApplied(catalog: Catalog, kind: keyof typeof applicable, preferences: Preferences, isResolved: boolean): string | null {
  const { timezone, maxAffected, handling } = preferences
  const values: Readonly<Record<Applicable, string | number | null>> = {
    resolution: isResolved ? preferences.resolution : null,
    return: preferences.return,
    count: preferences.count,
    tx: mayChooseEnd(catalog) ? preferences.tx : null,
    missing: preferences.missing,
    handling,
    timezone: timezone !== null && catalog.timeZones.has(timezone) ? timezone : null,
    'max-affected': handling === 'strict' ? maxAffected : null,
  }
  const applied = applicable[kind].filter((name) => values[name] !== null).map((name) => `${name}=${values[name]}`)
  return applied.length === 0 ? null : applied.join(', ')
}

/** Returns the most rows that a request may change, if it limits them strictly. */
export function mostAffected({ handling, maxAffected }: Preferences): number | null {
  return handling === 'strict' ? maxAffected : null
}
