/** Pages of the dashboard that letters and providers lead to, beside those that are the same for everybody. */
export const paths = {
  projects: (slug: string): string => `/org/${encodeURIComponent(slug)}`,
  general: (slug: string): string => `/org/${encodeURIComponent(slug)}/general`,
  billing: (slug: string): string => `/org/${encodeURIComponent(slug)}/billing`,
  signInTest: (ref: string): string => `/project/${ref}/auth/sign-in-test`,
} as const
