import type { ProjectSettings } from '@colonnade/contracts/projects/project-settings'

/** What a client needs to reach the API of a project. */
export interface ApiParameters {
  readonly url: string
  /** A publishable key or the legacy anon key, which work in the same places. */
  readonly anonKey: string
}

/** Shown in place of values that are not known or that the person can't read. */
export const placeholderParameters: ApiParameters = { url: '[YOUR-API-URL]', anonKey: '[YOUR-ANON-KEY]' }

/** Returns the address and the public key of a project's API. Only people with `service_keys:read` have the settings. */
export function apiParametersOf(settings: ProjectSettings | undefined): ApiParameters {
  if (settings === undefined) return placeholderParameters
  const { app_config: config, publishable_key: publishable, service_api_keys: legacy } = settings
  return {
    url: `${config.protocol}://${config.endpoint}`,
    // people can turn the legacy key off
    anonKey: publishable ?? legacy.find(({ name }) => name === 'anon')?.api_key ?? placeholderParameters.anonKey,
  }
}
