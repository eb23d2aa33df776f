/**
 * Runs in each worker before its function, in Deno. Nothing depends on it for safety: what a function must not do, the permissions of
 * its process refuse. It reports to the server what only the inside of a worker knows.
 */

interface Request_ extends Request {
  readonly headers: Headers
}

interface Core {
  readonly AsyncVariable: new () => { enter(value: string): unknown; get(): string | undefined }
  getAsyncContext(): unknown
  setAsyncContext(context: unknown): void
  read(resource: number, into: Uint8Array): Promise<number>
  unrefOpPromise(promise: Promise<unknown>): void
}

type Handler = (request: Request_, info: unknown) => Response | Promise<Response>

interface ServeOptions {
  handler?: Handler
  fetch?: Handler
  port?: number
  onListen?: (address: unknown) => void
  onError?: (error: unknown) => Response | Promise<Response>
}

interface ConnectOptions {
  readonly hostname?: string
  readonly transport?: string
  readonly path?: string
}

declare const Deno: {
  readonly internal: symbol
  readonly errors: Record<string, unknown>
  readonly env: { set(name: string, value: string): void; delete(name: string): void }
  readonly stdin: { readSync(into: Uint8Array): number | null }
  readonly stdout: { writeSync(bytes: Uint8Array): number }
  connect(options: ConnectOptions): Promise<object>
  serve(options: ServeOptions, handler?: Handler): unknown
  createHttpClient(options: object): unknown
  exit(code: number): never
}

/** The global object, as far as Node's types don't have it. */
interface Scope {
  addEventListener(name: string, hear: (event: Event & { readonly error?: unknown; readonly reason?: unknown }) => void): void
  dispatchEvent(event: Event): boolean
}

/** What the server hands to a worker: not in its environment at the start, which the system shows and its loader obeys. */
interface Settings {
  readonly environment: Readonly<Record<string, string>>
  /** The project's own API, and the socket that leads there. */
  readonly ownApi: { readonly url: string; readonly host: string; readonly socket: string } | null
  /** The host that `SUPABASE_DB_URL` names, and the socket of the database. */
  readonly ownDatabase: { readonly host: string; readonly socket: string; readonly isForNode: boolean } | null
  readonly lineCharacters: number
  readonly lines: number
  readonly linesWithinMs: number
}

;(() => {
  const readSettings = (): Settings => {
    const decoder = new TextDecoder()
    const bytes = new Uint8Array(65_536)
    let text = ''
    while (!text.endsWith('\n')) {
      const count = Deno.stdin.readSync(bytes)
      if (count === null) Deno.exit(1)
      text += decoder.decode(bytes.subarray(0, count), { stream: true })
    }
    return JSON.parse(text) as Settings
  }
  const settings = readSettings()
  for (const name of ['DENO_NO_UPDATE_CHECK', 'DENO_NODE_SHIM_ACTIVE', 'NO_COLOR']) Deno.env.delete(name)
  for (const [name, value] of Object.entries(settings.environment)) Deno.env.set(name, value)
  const inside = (
    Deno as unknown as Record<
      symbol,
      {
        readonly core: Core
        readonly inspectArgs: (values: readonly unknown[]) => string
        readonly Console: new (print: (text: string, level: number) => void) => Console
      }
    >
  )[Deno.internal]!
  const { core } = inside
  const scope = globalThis as unknown as Scope
  const encoder = new TextEncoder()
  const { stdout } = Deno
  const requestId = new core.AsyncVariable()

  const tell = (event: object): void => {
    const bytes = encoder.encode(`\u001e${JSON.stringify(event)}\n`)
    for (let sent = 0; sent < bytes.length;) sent += stdout.writeSync(bytes.subarray(sent))
  }

  // --- logs: bounded here so that a flood costs the function's own time
  const levels = ['debug', 'info', 'warning', 'error']
  let windowEnd = 0
  let written = 0
  let dropped = 0
  const write = (level: string, text: string): void => {
    const now = Date.now()
    if (now >= windowEnd) {
      if (dropped > 0)
        tell({
          kind: 'log',
          level: 'warning',
          text: `${dropped} log lines were dropped: more than ${settings.lines} in ${settings.linesWithinMs / 1000} seconds`,
        })
      windowEnd = now + settings.linesWithinMs
      written = 0
      dropped = 0
    }
    if (written >= settings.lines) {
      dropped += 1
      return
    }
    written += 1
    tell({ kind: 'log', level, text: text.slice(0, settings.lineCharacters), request: requestId.get() })
  }
  globalThis.console = new inside.Console((text, level) => write(levels[level] ?? 'error', text.endsWith('\n') ? text.slice(0, -1) : text))

  const traceOf = (error: unknown): string => inside.inspectArgs([error])
  const onFault = (event: Event, error: unknown): void => {
    event.preventDefault()
    write('error', traceOf(error))
    tell({ kind: 'fault' })
  }
  scope.addEventListener('error', (event) => onFault(event, event.error))
  scope.addEventListener('unhandledrejection', (event) => onFault(event, event.reason))

  // --- background work
  let pending = 0
  let onQuiet: (() => void) | undefined
  const waitUntil = <T>(work: Promise<T>): Promise<T> => {
    pending += 1
    if (pending === 1) tell({ kind: 'background', isBusy: true })
    const done = (): void => {
      pending -= 1
      if (pending > 0) return
      tell({ kind: 'background', isBusy: false })
      onQuiet?.()
    }
    void Promise.resolve(work)
      .catch((error: unknown) => write('error', traceOf(error)))
      .finally(done)
    return work
  }
  Object.defineProperty(globalThis, 'EdgeRuntime', { value: { waitUntil }, configurable: true })

  // --- what functions know from elsewhere, and don't have here
  const missing = (name: string): object =>
    function refuse() {
      throw new Error(`${name} isn't available in edge functions here`)
    }
  Object.defineProperty(globalThis, 'Supabase', { value: { ai: { Session: missing('Supabase.ai') } }, configurable: true })
  Object.defineProperty(globalThis, 'Worker', { value: missing('Worker'), configurable: true, writable: true })
  class RateLimitError extends Error {
    override name = 'RateLimitError'
    readonly retryAfterMs: number
    constructor(retryAfterMs: number) {
      super(`Functions called each other too often. Try again in ${retryAfterMs} ms.`)
      this.retryAfterMs = retryAfterMs
    }
  }
  Object.defineProperty(Deno.errors, 'RateLimitError', { value: RateLimitError, configurable: true })

  // --- requests: over a socket their URL says so
  const given = Object.getOwnPropertyDescriptor(Request.prototype, 'url')!
  const socketScheme = 'http+unix:'
  Object.defineProperty(Request.prototype, 'url', {
    ...given,
    get(this: Request_) {
      const url = given.get!.call(this) as string
      return url.startsWith(socketScheme) ? `${schemeOf(this)}:${url.slice(socketScheme.length)}` : url
    },
  })
  const schemeOf = (request: Request_): string => {
    try {
      return request.headers.get('x-forwarded-proto') ?? 'https'
    } catch {
      // a WebSocket asks once more when its request is over, and can't be read
      return 'https'
    }
  }
  const serve = Deno.serve.bind(Deno)
  const failed = (error: unknown): Response => {
    write('error', traceOf(error))
    const headers = { 'content-type': 'text/plain;charset=UTF-8', 'sb-error-code': 'EDGE_FUNCTION_ERROR' }
    return new Response('Internal Server Error', { status: 500, headers })
  }
  Object.defineProperty(Deno, 'serve', {
    configurable: true,
    writable: true,
    value: (first: ServeOptions | Handler, second?: Handler | ServeOptions) => {
      const options = typeof first === 'function' ? ((second as ServeOptions | undefined) ?? {}) : first
      const handler = typeof first === 'function' ? first : typeof second === 'function' ? second : (options.handler ?? options.fetch)
      const { onListen, onError = failed, port = 8000 } = options
      const handle: Handler = (request, info) => {
        const before = core.getAsyncContext()
        requestId.enter(request.headers.get('sb-request-id') ?? '')
        try {
          const reply = handler!(request, {
            remoteAddr: { transport: 'tcp', hostname: request.headers.get('x-forwarded-for')?.split(',', 1)[0] ?? '', port: 0 },
            get completed() {
              return (info as { completed: Promise<void> }).completed
            },
          })
          return reply instanceof Promise ? reply.catch(onError) : reply
        } catch (error) {
          return onError(error)
        } finally {
          core.setAsyncContext(before)
        }
      }
      return serve(
        {
          ...options,
          onListen() {
            onListen?.({ transport: 'tcp', hostname: '0.0.0.0', port })
            tell({ kind: 'listening' })
          },
        },
        handler && handle,
      )
    },
  })

  // --- the project's own API, where no address leads
  const { ownApi } = settings
  if (ownApi !== null) {
    const own = new URL(ownApi.url)
    const base = own.pathname.replace(/\/$/, '')
    const request = globalThis.fetch
    let client: unknown
    const leadsHome = (url: string): string | null => {
      if (!url.startsWith(own.origin)) return null
      const { origin, pathname, search } = new URL(url)
      if (origin !== own.origin || !(pathname === base || pathname.startsWith(`${base}/`))) return null
      // Deno checks the name, which may mean this machine; the socket needs no encryption
      return `http://${ownApi.host}${pathname}${search}`
    }
    globalThis.fetch = async (input, init) => {
      const home = leadsHome(input instanceof Request ? input.url : String(input))
      if (home === null) return request(input, init)
      client ??= Deno.createHttpClient({ proxy: { transport: 'unix', path: ownApi.socket } })
      const asked = input instanceof Request ? new Request(home, input) : home
      const reply = await request(asked, { ...init, client } as RequestInit)
      Object.defineProperty(reply, 'url', { value: input instanceof Request ? input.url : String(input) })
      const wait = reply.status === 429 ? reply.headers.get('x-colonnade-chain-wait') : null
      if (wait !== null) throw new RateLimitError(Number(wait))
      return reply
    }
  }

  // --- the project's own database: drivers want a host, and it listens on a socket only
  const { ownDatabase } = settings
  if (ownDatabase !== null) {
    const { host, socket: path } = ownDatabase
    const connect = Deno.connect.bind(Deno)
    Object.defineProperty(Deno, 'connect', {
      configurable: true,
      writable: true,
      async value(options: ConnectOptions) {
        if (options.hostname !== host || options.transport === 'unix') return connect(options)
        const connection = await connect({ transport: 'unix', path })
        // drivers set these on every TCP connection
        return Object.assign(connection, { setNoDelay: () => {}, setKeepAlive: () => {} })
      },
    })
    if (ownDatabase.isForNode) redirectNode(host, path)
  }

  function redirectNode(host: string, path: string): void {
    const { Socket } = process.getBuiltinModule('node:net')
    const open = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')!.value as (...args: readonly unknown[]) => unknown
    const instead = (options: unknown): unknown => {
      const named = options as { readonly host?: unknown } | null
      if (typeof named !== 'object' || named?.host !== host) return options
      const { host: _host, ...others } = named as Record<string, unknown>
      delete others['port']
      return { ...others, path }
    }
    const redirected = function connectTo(this: unknown, first: unknown, ...rest: readonly unknown[]): unknown {
      // a port and a host
      if (rest[0] === host && typeof first !== 'object') return open.call(this, path, ...rest.slice(1))
      // what net.connect has sorted already, which it marks with a symbol
      if (Array.isArray(first)) return open.call(this, Object.assign([], first, { 0: instead(first[0]) }), ...rest)
      return open.call(this, instead(first), ...rest)
    }
    Socket.prototype.connect = redirected as typeof Socket.prototype.connect
  }

  // --- what the server says
  const hear = (line: string): void => {
    const said = JSON.parse(line) as { kind: 'ping' } | { kind: 'unload'; reason: string }
    if (said.kind === 'ping') return tell({ kind: 'pong' })
    onQuiet = () => Deno.exit(0)
    scope.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: said.reason } }))
    if (pending === 0) onQuiet()
  }
  const listen = async (): Promise<never> => {
    const bytes = new Uint8Array(4096)
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const reading = core.read(0, bytes)
      // a program that waits for nothing but us is over
      core.unrefOpPromise(reading)
      const count = await reading
      // nobody is there who would end us later
      if (count === 0) Deno.exit(1)
      const lines = (rest + decoder.decode(bytes.subarray(0, count), { stream: true })).split('\n')
      rest = lines.pop()!
      for (const line of lines) hear(line)
    }
  }
  void listen()
})()
