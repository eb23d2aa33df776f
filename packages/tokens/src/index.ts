export * from './project-token.ts'
