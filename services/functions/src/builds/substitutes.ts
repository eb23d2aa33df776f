/** Hosts of modules that an installation may be cut off from. */
const moduleHosts = ['jsr.io', 'esm.sh', 'deno.land'] as const
export type ModuleHost = (typeof moduleHosts)[number]

/** Our own modules, by file name in the shims folder. */
export const shims: Readonly<Record<string, string>> = {
  'empty.ts': 'export {}\n',
  // the server of std used what Deno 2 has no longer
  'serve.ts': `type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>
interface ServeInit {
  port?: number
  hostname?: string
  signal?: AbortSignal
  onListen?: (address: { hostname: string; port: number }) => void
  onError?: (error: unknown) => Response | Promise<Response>
}
export async function serve(handler: Handler, { signal, onListen, onError }: ServeInit = {}): Promise<void> {
  const listen = (address: Deno.Addr): void => onListen?.(address as Deno.NetAddr)
  const options = { ...(signal && { signal }), ...(onListen && { onListen: listen }), ...(onError && { onError }) }
  await Deno.serve(options as Deno.ServeTcpOptions, handler as Deno.ServeHandler).finished
}
`,
}

const types = /^jsr:@supabase\/functions-js(?:@[^/]+)?\/edge-runtime\.d\.ts$/
const oldServer = /^https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/server\.ts$/
const supabase = /^jsr:\/?(@supabase\/.+)$/
const esm = /^https:\/\/esm\.sh\/(?:v\d+\/|stable\/)?((?:@[\w.-]+\/)?[\w.-]+(?:@[^/?]+)?(?:\/[^?]*)?)(?:\?.*)?$/

/** What a specifier stands for here: a shim always; a package of npm where the host of its module can't be reached. */
export type Substitute =
  | { readonly kind: 'shim'; readonly name: string }
  | { readonly kind: 'npm'; readonly specifier: string; readonly host: ModuleHost }

export function substituteOf(specifier: string): Substitute | null {
  if (types.test(specifier)) return { kind: 'shim', name: 'empty.ts' }
  if (oldServer.test(specifier)) return { kind: 'shim', name: 'serve.ts' }
  const fromJsr = supabase.exec(specifier)?.[1]
  if (fromJsr !== undefined) return { kind: 'npm', specifier: `npm:${fromJsr}`, host: 'jsr.io' }
  const fromEsm = esm.exec(specifier)?.[1]
  if (fromEsm !== undefined) return { kind: 'npm', specifier: `npm:${fromEsm}`, host: 'esm.sh' }
  return null
}

/** Returns the host of a specifier, if it's one that may be unreachable. */
export function hostOf(specifier: string): ModuleHost | null {
  if (specifier.startsWith('jsr:')) return 'jsr.io'
  return moduleHosts.find((host) => specifier.startsWith(`https://${host}/`)) ?? null
}

/** Specifiers of modules elsewhere that a source may name: every text in it that looks like one. */
export function namedSpecifiers(text: string): string[] {
  return [...text.matchAll(/["'`](jsr:[^"'`\s]+|https:\/\/(?:jsr\.io|esm\.sh|deno\.land)\/[^"'`\s]+)["'`]/g)].map(([, specifier]) => specifier!)
}

const reasons = /error sending request|client error|dns error|tcp connect|timed out|certificate/i

/** Hosts that could not be reached, by what the bundler wrote. */
export function unreachedHosts(log: string): ModuleHost[] {
  // what it fails to say of a module alone
  const unloaded = [...log.matchAll(/Do not know how to load path: deno:(\S+)/g)].map(([, specifier]) => hostOf(specifier!))
  const isRefused = reasons.test(log) || log.includes('JSR package manifest')
  return moduleHosts.filter((host) => unloaded.includes(host) || (isRefused && log.includes(`https://${host}/`)))
}
