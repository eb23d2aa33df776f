export * from './catalog/settings/read-settings.ts'
export type { RestConfiguration } from './catalog/settings/configuration.ts'
