export { denoPath } from './deno.ts'
export { createFunctionLog, type FunctionLog } from './logs/function-log.ts'
