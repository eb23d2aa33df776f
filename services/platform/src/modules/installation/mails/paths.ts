/** Paths of the dashboard for mails and identity providers, besides the public ones. */
export const paths = {
  projects: (slug: string): string => `/org/${encodeURIComponent(slug)}`,
  general: (slug: string): string => `/org/${encodeURIComponent(slug)}/general`,
  billing: (slug: string): string => `/org/${encodeURIComponent(slug)}/billing`,
  signInTest: (ref: string): string => `/project/${ref}/auth/sign-in-test`,
} as const
