import { quoteIdent } from '@colonnade/sql'
import { policyTemplatesText } from './messages.ts'
import { emptyPolicy, type PolicyDraft } from './policy-draft.ts'

export interface TemplateColumn {
  readonly name: string
  readonly type: string
}

export interface PolicyTemplate {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly draft: PolicyDraft
}

/** Common names of columns with a user's id, the likeliest first. */
const userColumns = ['user_id', 'owner_id', 'owner', 'author_id', 'created_by', 'profile_id', 'account_id', 'uid']
/** Common names of columns with a group's id. */
const groupColumns = ['team_id', 'organization_id', 'org_id', 'workspace_id', 'tenant_id', 'group_id', 'company_id']

/** Returns templates that use the table's own columns where possible; otherwise the form's check reports the missing column. */
export function policyTemplates(columns: readonly TemplateColumn[]): readonly PolicyTemplate[] {
  const user = pick(columns, userColumns)
  const group = pick(columns, groupColumns)
  const isOwn = `(select auth.uid()) = ${userSide(user)}`
  const isMember = `${quoteIdent(group.name)} in (\n  select ${quoteIdent(group.name)} from memberships\n  where user_id = (select auth.uid())\n)`
  const signedIn = { ...emptyPolicy, roles: ['authenticated'] }
  return [
    {
      id: 'public-read',
      label: policyTemplatesText.publicRead,
      hint: 'SELECT',
      draft: { ...emptyPolicy, name: policyTemplatesText.publicReadName, command: 'SELECT', definition: 'true' },
    },
    {
      id: 'signed-in-read',
      label: policyTemplatesText.signedInRead,
      hint: 'SELECT',
      draft: { ...signedIn, name: policyTemplatesText.signedInReadName, command: 'SELECT', definition: 'true' },
    },
    {
      id: 'own-rows',
      label: policyTemplatesText.ownRows,
      hint: 'ALL',
      draft: { ...signedIn, name: policyTemplatesText.ownRows, definition: isOwn, check: isOwn },
    },
    {
      id: 'own-read',
      label: policyTemplatesText.ownRead,
      hint: 'SELECT',
      draft: { ...signedIn, name: policyTemplatesText.ownRead, command: 'SELECT', definition: isOwn },
    },
    {
      id: 'own-insert',
      label: policyTemplatesText.ownInsert,
      hint: 'INSERT',
      draft: { ...signedIn, name: policyTemplatesText.ownInsert, command: 'INSERT', check: isOwn },
    },
    {
      id: 'own-update',
      label: policyTemplatesText.ownUpdate,
      hint: 'UPDATE',
      draft: { ...signedIn, name: policyTemplatesText.ownUpdate, command: 'UPDATE', definition: isOwn, check: isOwn },
    },
    {
      id: 'own-delete',
      label: policyTemplatesText.ownDelete,
      hint: 'DELETE',
      draft: { ...signedIn, name: policyTemplatesText.ownDelete, command: 'DELETE', definition: isOwn },
    },
    {
      id: 'members-read',
      label: policyTemplatesText.membersRead,
      hint: 'SELECT',
      draft: { ...signedIn, name: policyTemplatesText.membersReadName, command: 'SELECT', definition: isMember },
    },
    {
      id: 'claim',
      label: policyTemplatesText.claim,
      hint: 'ALL',
      draft: {
        ...signedIn,
        name: policyTemplatesText.claimName,
        definition: `(select auth.jwt()) -> 'app_metadata' ->> 'role' = 'admin'`,
        check: `(select auth.jwt()) -> 'app_metadata' ->> 'role' = 'admin'`,
      },
    },
    {
      id: 'second-factor',
      label: policyTemplatesText.secondFactor,
      hint: policyTemplatesText.restrictive,
      draft: {
        ...signedIn,
        name: policyTemplatesText.secondFactor,
        action: 'RESTRICTIVE',
        definition: `(select auth.jwt()) ->> 'aal' = 'aal2'`,
      },
    },
  ]
}

/** Picks the column with the likeliest name, or that name if the table has no such column. */
function pick(columns: readonly TemplateColumn[], names: readonly string[]): TemplateColumn {
  const found = names.flatMap((name) => columns.find((column) => column.name.toLowerCase() === name) ?? [])
  return found[0] ?? { name: names[0]!, type: 'uuid' }
}

/** User ids are uuids. A text column is cast; the form's check reports other types. */
function userSide({ name, type }: TemplateColumn): string {
  const isText = type === 'text' || type.startsWith('character varying')
  return isText ? `${quoteIdent(name)}::uuid` : quoteIdent(name)
}
