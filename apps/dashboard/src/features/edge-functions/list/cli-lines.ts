/** Returns the CLI profile of this installation. */
export function cliProfile(origin: string): string {
  const { hostname } = new URL(origin)
  return `name: colonnade
api_url: ${origin}
dashboard_url: ${origin}
project_host: ${hostname}
`
}

export function cliCommands(ref: string): string {
  return `export SUPABASE_PROFILE=colonnade.yaml
export SUPABASE_ACCESS_TOKEN=<your access token>
supabase functions new hello
supabase functions deploy hello --project-ref ${ref} --use-api
`
}
