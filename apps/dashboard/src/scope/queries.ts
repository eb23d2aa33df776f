import { queryOptions } from '@tanstack/react-query'
import { isChanging } from '../lib/texts/project-status.ts'
import { api } from './client.ts'
import { whileChanging } from './clients/intervals.ts'
import { keyOf } from './keys/keys.ts'
import { requireProjectRef, requireSlug } from './required.ts'

/** Who is signed in. */
export const profileQuery = queryOptions({
  queryKey: keyOf('/platform/profile'),
  queryFn: ({ signal }) => api.sessions.profile({ signal }),
  staleTime: 300_000,
})

export const organizationsQuery = queryOptions({
  queryKey: keyOf('/platform/organizations'),
  queryFn: ({ signal }) => api.organizations.list({ signal }),
  staleTime: 30_000,
})

export const organizationQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}', { slug }),
    queryFn: ({ signal }) => api.organizations.retrieve({ params: { slug: requireSlug(slug) }, signal }),
    staleTime: 30_000,
  })

export const organizationProjectsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/projects', { slug }),
    queryFn: ({ signal }) => api.organizationProjects.list({ params: { slug: requireSlug(slug) }, signal }),
    refetchInterval: whileChanging(isChanging),
  })

/** Projects of all organizations. */
export const projectsQuery = queryOptions({
  queryKey: keyOf('/platform/projects'),
  queryFn: ({ signal }) => api.projects.list({ signal }),
  refetchInterval: whileChanging(isChanging),
})

export const projectQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}', { ref }),
    queryFn: ({ signal }) => api.projects.retrieve({ params: { ref: requireProjectRef(ref) }, signal }),
  })

/** Whether this installation still waits for its owner, and the ways in beside signing in. */
export const setupQuery = queryOptions({
  queryKey: keyOf('/platform/setup'),
  queryFn: ({ signal }) => api.setup.status({ signal }),
  staleTime: 0,
})
