export { denoPath } from './deno.ts'
export { createFunctionLog, type FunctionLog } from './logs/function-log.ts'
export { createFunctionBuilder, type FunctionBuilderParts, type PackageSource } from './builds/builder.ts'
