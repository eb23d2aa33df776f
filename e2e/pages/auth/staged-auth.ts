import {
  type AuthConfig,
  type AuthConfigChanges,
  authDefaults,
  type AuthOverview,
  authOverviews,
  authSettingNames,
  authSettings,
  isSecretSetting,
  secretSettingNames,
} from '@colonnade/contracts/auth/auth-settings'
import { authLimitUsage, authLimits } from '@colonnade/contracts/auth/auth-limits'
import { authHookCalls } from '@colonnade/contracts/auth/auth-hook-calls'
import { type CustomProvider, customProviders } from '@colonnade/contracts/auth/custom-providers'
import type { Page } from 'playwright'
import { type OpenStage, setStage } from '../stage/set-stage.ts'
import { anOrganization, longAgo } from '../stage/world.ts'

const openNames = authSettingNames.filter((name) => !isSecretSetting(name))
const unset = { ...authDefaults, ...Object.fromEntries(secretSettingNames.map((name) => [name, null])) }

export interface StagedAuth extends OpenStage {
  /** Changes settings as somebody else does. */
  readonly changeElsewhere: (changes: AuthConfigChanges) => void
}

interface Setting {
  readonly settings?: AuthConfigChanges
  readonly changes?: AuthOverview['changes']
  readonly customProviders?: readonly CustomProvider[]
  readonly world?: Parameters<typeof setStage>[0]
}

/** A project whose settings are kept as the platform keeps them. */
export function stageOf({ settings = {}, changes = {}, customProviders: custom = [], world = {} }: Setting = {}): StagedAuth {
  const stage = setStage(world)
  let now = { ...unset, ...settings, revision: 1 } as AuthConfig
  const change = (body: AuthConfigChanges) => {
    now = { ...now, ...(body as Partial<AuthConfig>), revision: now.revision + 1 }
  }
  stage.answers(authOverviews.retrieve, () => ({
    revision: now.revision,
    values: Object.fromEntries(openNames.map((name) => [name, now[name]])) as AuthOverview['values'],
    secrets: Object.fromEntries(secretSettingNames.map((name) => [name, now[name] !== null])),
    changes,
    leaked_passwords: 'service' as const,
  }))
  stage.answers(authSettings.update, ({ body }) => {
    change(body)
    return now
  })
  stage.answers(authHookCalls.list, { items: [] })
  stage.answers(authLimitUsage.list, {
    items: authLimits.map((limit) => ({ limit, used: 0, most: 30, caller: null, callers: 0, refused_last_hour: 0 })),
  })
  stage.answers(customProviders.list, { items: [...custom] })
  return Object.assign(stage, { changeElsewhere: change })
}

export const open = (stage: OpenStage, path: string, options = {}) => stage.open(`/project/${stage.world.projects[0]!.ref}/${path}`, options)
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
export const reader = { organizations: [anOrganization({ role: 'read-only' })] }
export const byAda = { changed_at: longAgo, changed_by: { id: 'f4a5a1f0-9a1c-4c53-9f3f-0a3c6a0d7e11', name: 'Ada' } }
