export * from './control-plane.ts'
export * from './scenarios.ts'
