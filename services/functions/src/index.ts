export { denoPath } from './deno.ts'
