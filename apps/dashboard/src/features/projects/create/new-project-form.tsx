import type { Organization } from '@colonnade/contracts'
export function NewProjectForm(_props: { readonly organization: Organization }) {
  return null
}
