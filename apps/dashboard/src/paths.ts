/** Every address of the dashboard. The only place that spells them, besides the route files themselves. */

const segment = encodeURIComponent

export const paths = {
  root: '/',
  signIn: '/sign-in',
  organizations: '/organizations',
  newOrganization: '/new',
  newProject: (slug: string) => `/new/${segment(slug)}`,
  organization: {
    projects: (slug: string) => `/org/${segment(slug)}`,
  },
  project: {
    home: (ref: string) => `/project/${segment(ref)}`,
    editor: (ref: string) => `/project/${segment(ref)}/editor`,
    sql: (ref: string, id = 'new') => `/project/${segment(ref)}/sql/${segment(id)}`,
  },
} as const
