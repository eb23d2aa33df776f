import type { CatalogRows } from './reading/catalog-rows.ts'

/** Types that are the same in every database, by oid (pg_type.dat of Postgres). */
export const fixedTypes = { json: 114, character: 1042, characterVarying: 1043 } as const

/** A type beneath its domains. */
export interface BaseType {
  readonly oid: number
  /** Type name in SQL. */
  readonly name: string
  readonly enumLabels: readonly string[]
  /** Most characters, of a type that limits them. */
  readonly maxLength: number | null
  /** A domain on the way takes no nulls. */
  readonly isNotNull: boolean
  /** Default in SQL, of the outermost domain, which inherits that of the domains beneath unless it has its own. */
  readonly default: string | null
}

/** Domains and enums of the database. */
export interface Types {
  /** Returns a column's base type: the type itself, unless it is a domain. */
  baseOf(oid: number, name: string, modifier: number): BaseType
  /** The name of a domain, as SQL; undefined for other types. */
  domainName(oid: number): string | undefined
}

const noLabels: readonly string[] = []

export function readTypes({ domains, enums }: Pick<CatalogRows, 'domains' | 'enums'>): Types {
  const domainsByOid = new Map(domains.map((domain) => [domain[0], domain]))
  const labels = new Map(enums)
  const baseOf: Types['baseOf'] = (oid, name, modifier) => {
    const domain = domainsByOid.get(oid)
    if (domain === undefined)
      return { oid, name, enumLabels: labels.get(oid) ?? noLabels, maxLength: maxLength(oid, modifier), isNotNull: false, default: null }
    const [, , base, baseName, baseModifier, isNotNull, ownDefault] = domain
    const found = baseOf(base, baseName, baseModifier)
    return { ...found, isNotNull: isNotNull || found.isNotNull, default: ownDefault }
  }
  return { baseOf, domainName: (oid) => domainsByOid.get(oid)?.[1] }
}

/** The modifier of a type with a length is 4 more than that; without a length it is -1. */
function maxLength(type: number, modifier: number): number | null {
  const hasLength = type === fixedTypes.character || type === fixedTypes.characterVarying
  return hasLength && modifier >= 4 ? modifier - 4 : null
}
