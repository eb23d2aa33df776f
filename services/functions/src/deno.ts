import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Path of the Deno executable for this machine. The package would link it into place with an install script, which we don't run.
 *
 * @throws Error where there is no Deno for this machine
 */
export function denoPath(platform: NodeJS.Platform = process.platform, architecture: string = process.arch): string {
  const name = `@deno/${platform}-${architecture}${platform === 'linux' ? '-glibc' : ''}`
  const fromDeno = createRequire(require.resolve('deno/package.json'))
  return join(dirname(fromDeno.resolve(`${name}/package.json`)), platform === 'win32' ? 'deno.exe' : 'deno')
}
