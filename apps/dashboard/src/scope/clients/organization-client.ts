import { createClient } from '@colonnade/client'
import { organizationApi as calls } from '@colonnade/contracts/apis/organization-api'
import { noteRefusal } from '../client.ts'
import { watchedFetch } from '../reachability.ts'

/** The calls of pages about oneself, organizations and the installation: `organizationApi.members.list({ params: { slug } })`. */
export const organizationApi = createClient(calls, { fetch: watchedFetch, onRefusal: noteRefusal })
