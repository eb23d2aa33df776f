import { AllowedOrigin, maxRowsMost, restPoolMost, type RestSettings, RestSettingsChanges } from '@colonnade/contracts/api/rest-settings'
import { z } from 'zod'
import { settingsDraftText } from './messages.ts'

const shape = RestSettingsChanges.required().shape

/** Names between commas, each once, as the data API reads them. */
export function namesOf(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

export const listOf = (names: readonly string[]): string => names.join(', ')

const originsMost = 50

const WholeNumber = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, settingsDraftText.notWhole)
    .transform(Number)
    .refine((number) => number <= most, settingsDraftText.tooMany(most.toLocaleString('en')))

const Lines = z.string().transform((text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
)

/** The form as it is typed: lists of names with commas, an origin a line, numbers as text. */
export const TypedSettings = z.object({
  db_schema: z.string().min(1, settingsDraftText.noSchema).pipe(shape.db_schema),
  db_extra_search_path: shape.db_extra_search_path,
  max_rows: WholeNumber(maxRowsMost),
  db_pool: z.union([z.literal('').transform(() => null), WholeNumber(restPoolMost)]),
  allowed_origins: Lines.pipe(
    z.array(AllowedOrigin).min(1, settingsDraftText.noOrigin).max(originsMost, settingsDraftText.tooManyOrigins(originsMost)),
  ),
  db_pre_request: z.string().trim().pipe(shape.db_pre_request),
  db_aggregates_enabled: z.boolean(),
  db_plan_enabled: z.boolean(),
  openapi_mode: shape.openapi_mode,
})
export type TypedSettings = z.input<typeof TypedSettings>

export function typedOf(settings: RestSettings): TypedSettings {
  return {
    db_schema: listOf(namesOf(settings.db_schema)),
    db_extra_search_path: listOf(namesOf(settings.db_extra_search_path)),
    max_rows: String(settings.max_rows),
    db_pool: settings.db_pool === null ? '' : String(settings.db_pool),
    allowed_origins: settings.allowed_origins.join('\n'),
    db_pre_request: settings.db_pre_request,
    db_aggregates_enabled: settings.db_aggregates_enabled,
    db_plan_enabled: settings.db_plan_enabled,
    openapi_mode: settings.openapi_mode,
  }
}

/** Returns only what differs, so that saving one setting writes no defaults of others into the database. */
export function changesOf(saved: RestSettings, sent: z.output<typeof TypedSettings>): RestSettingsChanges {
  const before = TypedSettings.safeParse(typedOf(saved))
  if (!before.success) return sent
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => JSON.stringify(before.data[name as keyof typeof sent]) !== JSON.stringify(value)),
  )
}
