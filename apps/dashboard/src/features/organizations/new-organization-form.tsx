export function NewOrganizationForm() {
  return null
}
