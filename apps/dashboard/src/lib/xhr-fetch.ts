/**
 * A fetch over XMLHttpRequest, the only way to get upload progress. Streams files from disk like fetch. Rejects like fetch: with a
 * TypeError if there is no response, with the signal's reason if it was aborted.
 */
export function xhrFetch(onSent: (bytes: number) => void): typeof globalThis.fetch {
  return async (input, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const { signal, method = 'GET', headers, body } = init
      if (signal?.aborted) {
        reject(signal.reason as Error)
        return
      }
      const request = new XMLHttpRequest()
      request.open(method, input instanceof Request ? input.url : String(input))
      request.responseType = 'blob'
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)
      request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('The request failed')))
      request.addEventListener('abort', () => reject((signal?.reason ?? new DOMException('Aborted', 'AbortError')) as Error))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      request.send((body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

/** Statuses whose replies have no body, which the constructor insists on. */
const bodiless = new Set([204, 205, 304])

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  const body = bodiless.has(request.status) ? null : (request.response as Blob)
  return new Response(body, { status: request.status, statusText: request.statusText, headers })
}
