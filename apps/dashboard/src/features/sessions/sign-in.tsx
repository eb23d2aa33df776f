export function SignIn(_props: { readonly returnTo: string; readonly setupToken: string | undefined }) {
  return null
}
