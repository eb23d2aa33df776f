export * from './address-rule.ts'
export * from './ask.ts'
export * from './private-addresses.ts'
