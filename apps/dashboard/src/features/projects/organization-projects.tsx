export function OrganizationProjects(_props: { readonly slug: string }) {
  return null
}
