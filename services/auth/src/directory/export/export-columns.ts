import { type Fragment, join, literal, sql } from '@colonnade/sql'

export interface ExportColumn {
  readonly name: string
  /** Expression over `auth.users u`. */
  readonly value: Fragment
  readonly isJson?: true
  /** Only for whoever proves who they are. */
  readonly isSecret?: true
}

export type ExportRow = { readonly [column: string]: string | number | boolean | null }

/** Columns of an export, under the names that imports know: columns of auth.users, and rows of auth.identities. */
export const exportColumns: readonly ExportColumn[] = [
  { name: 'id', value: sql`u.id` },
  { name: 'email', value: sql`nullif(u.email, '')` },
  { name: 'phone', value: sql`nullif(u.phone, '')` },
  { name: 'encrypted_password', value: sql`nullif(u.encrypted_password, '')`, isSecret: true },
  { name: 'email_confirmed_at', value: sql`u.email_confirmed_at` },
  { name: 'phone_confirmed_at', value: sql`u.phone_confirmed_at` },
  { name: 'created_at', value: sql`u.created_at` },
  { name: 'last_sign_in_at', value: sql`u.last_sign_in_at` },
  { name: 'banned_until', value: sql`u.banned_until` },
  { name: 'deleted_at', value: sql`u.deleted_at` },
  { name: 'role', value: sql`u.role` },
  { name: 'is_anonymous', value: sql`u.is_anonymous` },
  { name: 'is_sso_user', value: sql`u.is_sso_user` },
  { name: 'raw_user_meta_data', value: sql`u.raw_user_meta_data`, isJson: true },
  { name: 'raw_app_meta_data', value: sql`u.raw_app_meta_data`, isJson: true },
  {
    name: 'identities',
    value: sql`(
      select coalesce(jsonb_agg(to_jsonb(i) - 'user_id' - 'email' order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id
    )`,
    isJson: true,
  },
]

/** A user as JSON; in CSV what is JSON itself is a text, so that numbers in it keep all digits. */
export function rowAsJson(columns: readonly ExportColumn[], isCsv: boolean): Fragment {
  const pairs = columns.flatMap(({ name, value, isJson }) => [literal(name), isCsv && isJson === true ? sql`(${value})::text` : value])
  return sql`json_build_object(${join(pairs)})`
}
