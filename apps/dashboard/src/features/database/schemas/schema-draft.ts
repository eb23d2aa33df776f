import { schemas } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'

/** What the form holds. */
export interface SchemaFields {
  readonly name: string
  /** Empty for the role that creates it. */
  readonly owner: string
  readonly comment: string
}

export interface SchemaState {
  readonly name: string
  readonly owner: string
  readonly comment: string | null
}

export const newSchema: SchemaFields = { name: '', owner: '', comment: '' }

export const fieldsOf = ({ name, owner, comment }: SchemaState): SchemaFields => ({ name, owner, comment: comment ?? '' })

/** What making the schema, or changing it from what it was, would run. */
export function schemaDraft(fields: SchemaFields, original: SchemaState | null): Draft {
  const problem = nameProblem(fields.name)
  if (problem !== null && fields.name !== original?.name) return { kind: 'incomplete', problems: { name: problem } }
  const { name, owner, comment } = fields
  if (original === null) {
    const command = schemas.create({ name, ...(owner !== '' && { owner }), ...(comment !== '' && { comment }) })
    return { kind: 'change', change: { name: `Create schema ${name}`, commands: [command] } }
  }
  const before = fieldsOf(original)
  const changes = {
    ...(name !== before.name && { name }),
    ...(owner !== before.owner && { owner }),
    ...(comment !== before.comment && { comment: comment === '' ? null : comment }),
  }
  if (Object.keys(changes).length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: `Change schema ${original.name}`, commands: [schemas.updateByName(original.name, changes)] } }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'A schema needs a name.'
  if (new TextEncoder().encode(name).length > 63) return 'Postgres keeps 63 bytes of a name: this one is longer.'
  if (name.startsWith('pg_')) return 'Postgres keeps names that begin with pg_ to itself.'
  return null
}
