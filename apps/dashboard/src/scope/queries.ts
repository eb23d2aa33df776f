import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { requireProjectRef, requireSlug } from './required.ts'

/** Who is signed in. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.sessions.profile({ signal }),
  staleTime: 300_000,
})

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api.organizations.list({ signal }),
  staleTime: 30_000,
})

export const organizationQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug],
    queryFn: ({ signal }) => api.organizations.retrieve({ params: { slug: requireSlug(slug) }, signal }),
    staleTime: 30_000,
  })

export const organizationProjectsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'projects'],
    queryFn: ({ signal }) => api.organizationProjects.list({ params: { slug: requireSlug(slug) }, signal }),
  })

/** Projects of all organizations. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.projects.list({ signal }),
})

export const projectQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref],
    queryFn: ({ signal }) => api.projects.retrieve({ params: { ref: requireProjectRef(ref) }, signal }),
  })

/** Whether this installation still waits for its owner, and the ways in beside signing in. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.setup.status({ signal }),
  staleTime: 0,
})
