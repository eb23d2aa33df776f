import { watchedFetch } from '../reachability.ts'
import type { Look } from './look-as.ts'
import { isStorageError, refusalOf } from './storage-error.ts'
import { forgetStorageTokens, type StorageAccess, storageToken } from './storage-token.ts'

export interface StorageCall {
  readonly access: StorageAccess
  /** The client as whom it is called; a member, who sees all files, when left out. */
  readonly look?: Look | null
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/storage/v1`, encoded: see `objectPath`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | Blob
  readonly signal?: AbortSignal | undefined
  /** Replaces the browser's fetch, for example with one that reports upload progress. */
  readonly fetch?: typeof globalThis.fetch
}

/** On the dashboard's own origin, where every project's gateway is. */
export const storageAddress = (ref: string, path: string): string => `/api/${ref}/storage/v1${path}`

/** `photos/a b.png` → `photos/a%20b.png` */
export const encodeName = (name: string): string => name.split('/').map(encodeURIComponent).join('/')

/**
 * Calls storage of a project with a lent token.
 *
 * @throws StorageError with what storage says; AppError `unavailable`, `project_not_active` and such by the gateway, `forbidden` by the platform
 */
export async function callStorage(ref: string, call: StorageCall): Promise<Response> {
  try {
    return await callOnce(ref, call)
  } catch (error) {
    if (!isStorageError(error, 'InvalidJWT', 'Unauthorized') || (error.status !== 401 && error.code !== 'InvalidJWT')) throw error
    // the signing key was rotated since, or a clock is wrong
    forgetStorageTokens(ref)
    return callOnce(ref, call)
  }
}

export async function askStorage<Reply>(ref: string, call: StorageCall): Promise<Reply> {
  return (await (await callStorage(ref, call)).json()) as Reply
}

async function callOnce(
  ref: string,
  { access, look = null, method = 'GET', path, headers, body, signal, fetch = watchedFetch }: StorageCall,
): Promise<Response> {
  const token = await storageToken(ref, access, look)
  const isJson = body !== undefined && !(body instanceof Blob)
  const response = await fetch(storageAddress(ref, path), {
    method,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    credentials: 'omit',
    signal: signal ?? null,
  })
  if (!response.ok) throw await refusalOf(response)
  return response
}
