export * from './config.ts'
export * from './context.ts'
export { createSetupToken, ensureConfiguredOwner } from './modules/sessions/service.ts'
export * from './server.ts'
