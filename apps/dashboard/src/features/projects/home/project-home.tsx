export function ProjectHome(_props: { readonly projectRef: string }) {
  return null
}
