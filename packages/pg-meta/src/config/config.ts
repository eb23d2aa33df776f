import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { listing, type Statement } from '../statement.ts'

/** A setting of the server, as pg_settings shows it to the current session (spec §3). */
export const ConfigSetting = z.object({
  name: z.string(),
  /** null where it may not be seen. */
  setting: z.string().nullable(),
  category: z.string(),
  /** What comes before " / " in the category. */
  group: z.string(),
  /** What comes after it; empty when there is none. */
  subgroup: z.string(),
  unit: z.string().nullable(),
  short_desc: z.string(),
  extra_desc: z.string().nullable(),
  context: z.string(),
  vartype: z.string(),
  source: z.string(),
  min_val: z.string().nullable(),
  max_val: z.string().nullable(),
  enumvals: z.array(z.string()).nullable(),
  boot_val: z.string().nullable(),
  reset_val: z.string().nullable(),
  sourcefile: z.string().nullable(),
  sourceline: z.number().int().nullable(),
  pending_restart: z.boolean(),
})
export type ConfigSetting = z.infer<typeof ConfigSetting>

/** The settings by name. */
export function list(options: Pick<ListOptions, 'limit' | 'offset'> = {}): Statement<z.ZodArray<typeof ConfigSetting>> {
  const text = sql`select name, setting, category, pg_catalog.split_part(category, ' / ', 1) as "group", pg_catalog.split_part(category, ' / ', 2) as subgroup,
  unit, short_desc, extra_desc, context, vartype, source, min_val, max_val, pg_catalog.to_json(enumvals) as enumvals, boot_val, reset_val, sourcefile, sourceline, pending_restart
from pg_catalog.pg_settings
order by name${pageClause(options)};`
  return listing(text, ConfigSetting)
}
