import { quoteIdent } from '@colonnade/sql'
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

/** Names that columns with the id of a row's user often have, the likeliest first. */
const userColumns = ['user_id', 'owner_id', 'owner', 'author_id', 'created_by', 'profile_id', 'account_id', 'uid']
/** The same of those with the group that a row belongs to. */
const groupColumns = ['team_id', 'organization_id', 'org_id', 'workspace_id', 'tenant_id', 'group_id', 'company_id']

/** Policies to begin with, about a table's own columns where they are found; the check says so where they are not. */
export function policyTemplates(columns: readonly TemplateColumn[]): readonly PolicyTemplate[] {
  const user = pick(columns, userColumns)
  const group = pick(columns, groupColumns)
  const isOwn = `(select auth.uid()) = ${userSide(user)}`
  const isMember = `${quoteIdent(group.name)} in (\n  select ${quoteIdent(group.name)} from memberships\n  where user_id = (select auth.uid())\n)`
  const signedIn = { ...emptyPolicy, roles: ['authenticated'] }
  return [
    {
      id: 'public-read',
      label: 'Everybody reads every row',
      hint: 'SELECT',
      draft: { ...emptyPolicy, name: 'Everybody may read', command: 'SELECT', definition: 'true' },
    },
    {
      id: 'signed-in-read',
      label: 'Signed-in users read every row',
      hint: 'SELECT',
      draft: { ...signedIn, name: 'Signed-in users may read', command: 'SELECT', definition: 'true' },
    },
    {
      id: 'own-rows',
      label: 'Users do everything with their own rows',
      hint: 'ALL',
      draft: { ...signedIn, name: 'Users manage their own rows', definition: isOwn, check: isOwn },
    },
    {
      id: 'own-read',
      label: 'Users read their own rows',
      hint: 'SELECT',
      draft: { ...signedIn, name: 'Users read their own rows', command: 'SELECT', definition: isOwn },
    },
    {
      id: 'own-insert',
      label: 'Users add rows of their own',
      hint: 'INSERT',
      draft: { ...signedIn, name: 'Users add their own rows', command: 'INSERT', check: isOwn },
    },
    {
      id: 'own-update',
      label: 'Users change their own rows',
      hint: 'UPDATE',
      draft: { ...signedIn, name: 'Users change their own rows', command: 'UPDATE', definition: isOwn, check: isOwn },
    },
    {
      id: 'own-delete',
      label: 'Users delete their own rows',
      hint: 'DELETE',
      draft: { ...signedIn, name: 'Users delete their own rows', command: 'DELETE', definition: isOwn },
    },
    {
      id: 'members-read',
      label: 'Members of a group read its rows',
      hint: 'SELECT',
      draft: { ...signedIn, name: 'Members read the rows of their group', command: 'SELECT', definition: isMember },
    },
    {
      id: 'claim',
      label: 'A claim of the token decides',
      hint: 'ALL',
      draft: {
        ...signedIn,
        name: 'Administrators manage every row',
        definition: `(select auth.jwt()) -> 'app_metadata' ->> 'role' = 'admin'`,
        check: `(select auth.jwt()) -> 'app_metadata' ->> 'role' = 'admin'`,
      },
    },
    {
      id: 'second-factor',
      label: 'Only with a second factor',
      hint: 'restrictive',
      draft: {
        ...signedIn,
        name: 'Only with a second factor',
        action: 'RESTRICTIVE',
        definition: `(select auth.jwt()) ->> 'aal' = 'aal2'`,
      },
    },
  ]
}

/** The column of the likeliest name; that name all the same where the table has none of them. */
function pick(columns: readonly TemplateColumn[], names: readonly string[]): TemplateColumn {
  const found = names.flatMap((name) => columns.find((column) => column.name.toLowerCase() === name) ?? [])
  return found[0] ?? { name: names[0]!, type: 'uuid' }
}

/** Ids of users are uuids; a column of another type is compared as one where it is text, and left to the check elsewhere. */
function userSide({ name, type }: TemplateColumn): string {
  const isText = type === 'text' || type.startsWith('character varying')
  return isText ? `${quoteIdent(name)}::uuid` : quoteIdent(name)
}
