export * from './catalog/settings/read-settings.ts'
export type { RestConfiguration } from './catalog/settings/configuration.ts'
export { type CatalogCache, createCatalogCache, loadCatalog } from './catalog/load-catalog.ts'
