export * from './catalog.ts'
export * from './plan.ts'
export * from './request.ts'
export * from './rest-error.ts'
