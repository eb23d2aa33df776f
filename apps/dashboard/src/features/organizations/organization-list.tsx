export function OrganizationList() {
  return null
}
