/** What an edition of the product has or goes without (spec §1, §2). Its differences are data: nothing asks which edition it is. */
export interface Variant {
  readonly compute: boolean
  readonly edgeFunctions: boolean
  readonly integrationSettings: boolean
  readonly logDrains: boolean
  readonly projectSettings: boolean
  readonly reports: boolean
  /** Settings of a project's authentication, storage and functions, which are configured by environment variables elsewhere. */
  readonly serviceSettings: boolean
}

export const hosted: Variant = {
  compute: true,
  edgeFunctions: true,
  integrationSettings: true,
  logDrains: true,
  projectSettings: true,
  reports: true,
  serviceSettings: true,
}

export const selfHosted: Variant = {
  compute: false,
  edgeFunctions: false,
  integrationSettings: false,
  logDrains: false,
  projectSettings: false,
  reports: false,
  serviceSettings: false,
}
