import { schemas } from '@colonnade/pg-meta'
import type { Draft } from '../../../scope/changes/draft.ts'
import { schemaDraftText } from './messages.ts'

/** The fields of the form. */
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

/** Returns the statements that create the schema, or change it from `original`. */
export function schemaDraft(fields: SchemaFields, original: SchemaState | null): Draft {
  const problem = nameProblem(fields.name)
  if (problem !== null && fields.name !== original?.name) return { kind: 'incomplete', problems: { name: problem } }
  const { name, owner, comment } = fields
  if (original === null) {
    const command = schemas.create({ name, ...(owner !== '' && { owner }), ...(comment !== '' && { comment }) })
    return { kind: 'change', change: { name: schemaDraftText.create(name), commands: [command] } }
  }
  const before = fieldsOf(original)
  const changes = {
    ...(name !== before.name && { name }),
    ...(owner !== before.owner && { owner }),
    ...(comment !== before.comment && { comment: comment === '' ? null : comment }),
  }
  if (Object.keys(changes).length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { name: schemaDraftText.edit(original.name), commands: [schemas.updateByName(original.name, changes)] } }
}

function nameProblem(name: string): string | null {
  if (name === '') return schemaDraftText.noName
  if (new TextEncoder().encode(name).length > 63) return schemaDraftText.longName
  if (name.startsWith('pg_')) return schemaDraftText.reservedName
  return null
}
