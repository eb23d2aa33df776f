import { createClient } from '@colonnade/client'
import { platformApi } from '@colonnade/contracts/apis/platform-api'
import type { AppError } from '@colonnade/core'
import { watchedFetch } from './reachability.ts'

let announce: (error: AppError) => void = () => {}

/** The server refused something, whoever asked for it. */
export const noteRefusal = (error: AppError): void => announce(error)

/** Every call of the platform: `api.projects.retrieve({ params: { ref } })`. */
export const api = createClient(platformApi, { fetch: watchedFetch, onRefusal: noteRefusal })

/** What follows from a refusal besides what is said where it was asked for. */
export function onRefusal(listener: (error: AppError) => void): void {
  announce = listener
}
