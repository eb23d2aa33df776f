import type { ServiceReply } from '@colonnade/projects'

export function json(value: unknown, status = 200, headers: ServiceReply['headers'] = {}): ServiceReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  }
}

export function text(value: string, status = 200): ServiceReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }, body: value }
}
