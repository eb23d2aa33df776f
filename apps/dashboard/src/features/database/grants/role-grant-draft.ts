import type { GrantTarget, SchemaGrantType, TableGrantType } from '@colonnade/pg-meta/grants'
import type { Draft } from '../../../scope/changes/draft.ts'
import { commandsOf } from './grants-draft.ts'
import { roleGrantText } from './messages.ts'

export interface RoleGrantDraft {
  readonly on: GrantTarget['on']
  readonly schema: string
  readonly tables: readonly string[]
  readonly privileges: readonly (TableGrantType | SchemaGrantType)[]
  readonly isGrantable: boolean
}

/** Returns the start of the form: reading tables, which most roles are created for. */
export const newRoleGrant = (schema: string): RoleGrantDraft => ({ on: 'tables', schema, tables: [], privileges: ['SELECT'], isGrantable: false })

/** Returns a draft on something else, which has other privileges. */
export function onTarget(draft: RoleGrantDraft, on: GrantTarget['on']): RoleGrantDraft {
  const isSame = (on === 'schema') === (draft.on === 'schema')
  return { ...draft, on, privileges: isSame ? draft.privileges : on === 'schema' ? ['USAGE'] : ['SELECT'] }
}

/** Returns what the form would grant, or what is missing. */
export function roleGrantOf(grantee: string, { on, schema, tables, privileges, isGrantable }: RoleGrantDraft): Draft {
  const problems = {
    ...(on === 'tables' && tables.length === 0 && { tables: roleGrantText.noTables }),
    ...(privileges.length === 0 && { privileges: roleGrantText.noPrivileges }),
  }
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  const target = on === 'tables' ? { on, schema, tables } : { on, schema }
  const commands = commandsOf([{ target, privileges, grantee, kind: 'grant', isGrantable }])
  return { kind: 'change', change: { name: roleGrantText.change(grantee), commands } }
}
