export * from './directory.ts'
export * from './insight.ts'
export * from './known-projects.ts'
export * from './service.ts'
