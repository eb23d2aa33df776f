import { dropKept, keep, readKept } from '../../lib/kept.ts'

/** A read as the page sends it. As JSON it is the key by which the page finds it among those that the document has sent. */
type Read = readonly [url: string, init: ReadInit]

interface ReadInit {
  readonly method: string
  readonly credentials: RequestCredentials | undefined
  readonly headers: HeadersInit | undefined
  readonly body?: string
}

/** A read that the script of `index.html` has sent. */
export interface EarlyCall {
  readonly reply: Promise<Response>
  readonly stop: AbortController
}

interface Options {
  /** Path and search of the document; null if its reads aren't remembered. */
  readonly place: string | null
  readonly sent: Map<string, EarlyCall>
  readonly now?: () => number
}

/** A reply is used this long after the navigation; later, the page asks again. */
const validMs = 10_000
const mostReads = 24
const longestBody = 20_000
const longestList = 60_000
const longestPlace = 500
const mostPlaces = 12
const placesKey = 'early'

/**
 * Reads that a page needs first. They are remembered by its address, and on the next visit the script of `index.html` sends them before
 * the page's code has loaded. The page still decides what it asks for: a reply is only used for exactly the same call, once, and not after
 * the person has done something.
 */
export class EarlyCalls {
  readonly #place: string | null
  readonly #sent: Map<string, EarlyCall>
  readonly #now: () => number
  readonly #reads: (Read | undefined)[] = []
  #isOver = false

  constructor({ place, sent, now = () => performance.now() }: Options) {
    this.#place = place
    this.#sent = sent
    this.#now = now
  }

  /** Sends a call, unless the document has already sent it. */
  async send(input: RequestInfo | URL, init: RequestInit | undefined, fetch: typeof globalThis.fetch): Promise<Response> {
    const read = this.#isOver ? null : this.#readOf(input, init)
    if (read === null) return fetch(input, init)
    const place = this.#reads.push(undefined) - 1
    const early = this.#take(JSON.stringify(read), init?.signal)
    const response = await (early === null ? fetch(input, init) : early.catch(() => fetch(input, init)))
    if (response.ok && response.headers.get('content-type')?.startsWith('application/json') === true) this.#remember(place, read)
    return response
  }

  /** Ends the first load: replies that nobody has asked for are dropped. */
  end(): void {
    this.#isOver = true
    for (const { stop } of this.#sent.values()) stop.abort()
    this.#sent.clear()
  }

  #readOf(input: RequestInfo | URL, init: RequestInit = {}): Read | null {
    if (this.#now() > validMs) this.end()
    if (this.#isOver || typeof input !== 'string' || !input.startsWith('/platform/')) return null
    const { method = 'GET', credentials, headers, body } = init
    if (method === 'GET') return [input, { method, credentials, headers }]
    // any other call may change what the replies say
    if (method !== 'POST' || !input.endsWith('/query') || typeof body !== 'string') this.end()
    else if (isReadOnly(body)) return [input, { method, credentials, headers, body }]
    return null
  }

  #take(key: string, signal: AbortSignal | null | undefined): Promise<Response> | null {
    const early = this.#sent.get(key)
    if (early === undefined) return null
    this.#sent.delete(key)
    signal?.addEventListener('abort', () => early.stop.abort(signal.reason), { once: true })
    return early.reply
  }

  #remember(place: number, read: Read): void {
    if (this.#place === null || this.#isOver || place >= mostReads) return
    this.#reads[place] = read
    const [first, ...others] = this.#reads.filter((known) => known !== undefined)
    const isSql = ([, { method }]: Read): boolean => method === 'POST'
    // everything waits for the first; of the queries the last ones depend on the others, and have the longest way
    const list = JSON.stringify([first, ...others.filter(isSql).toReversed(), ...others.filter((other) => !isSql(other))])
    if (list.length > longestList) return
    const [...places] = readPlaces().filter((known) => known !== this.#place)
    for (const old of places.splice(mostPlaces - 1)) dropKept(keyOf(old))
    keep(placesKey, JSON.stringify([this.#place, ...places]))
    keep(keyOf(this.#place), list)
  }
}

/** Forgets the reads of all addresses: they belong to the person who was signed in. */
export function forgetEarlyCalls(): void {
  for (const place of readPlaces()) dropKept(keyOf(place))
  dropKept(placesKey)
}

/** Returns the calls of this document. */
export function openEarlyCalls(): EarlyCalls {
  const { earlyCalls, location } = globalThis as { readonly earlyCalls?: Map<string, EarlyCall>; readonly location?: Location }
  const place = location === undefined ? '' : location.pathname + location.search
  // other addresses may have secrets in them, such as that of an invitation
  const isRemembered = /^\/(project|org)\//.test(place) && place.length <= longestPlace
  const calls = new EarlyCalls({ place: isRemembered ? place : null, sent: earlyCalls ?? new Map() })
  if (typeof document !== 'undefined') {
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, () => calls.end(), { once: true, capture: true })
  }
  return calls
}

const keyOf = (place: string): string => `${placesKey}:${place}`

function readPlaces(): readonly string[] {
  try {
    return JSON.parse(readKept(placesKey) ?? '[]') as readonly string[]
  } catch {
    return []
  }
}

/** Only what Postgres itself keeps from writing is sent again without the page. Claims are somebody's data, and stay in memory. */
function isReadOnly(body: string): boolean {
  if (body.length > longestBody) return false
  const { read_only, claims } = JSON.parse(body) as { readonly read_only?: unknown; readonly claims?: unknown }
  return read_only === true && claims === undefined
}
