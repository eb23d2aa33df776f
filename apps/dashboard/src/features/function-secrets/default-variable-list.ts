/** A variable that every function has. */
export interface DefaultVariable {
  readonly name: string
  readonly description: string
}

export const defaultVariables: readonly DefaultVariable[] = [
  { name: 'SUPABASE_URL', description: 'Address of your project’s API' },
  { name: 'SUPABASE_ANON_KEY', description: 'Key for clients without a user' },
  { name: 'SUPABASE_SERVICE_ROLE_KEY', description: 'Key that bypasses row-level security' },
  { name: 'SUPABASE_DB_URL', description: 'Connection string of your database' },
  { name: 'SUPABASE_PUBLISHABLE_KEYS', description: 'Publishable keys by name, as JSON' },
  { name: 'SUPABASE_SECRET_KEYS', description: 'Secret keys by name, as JSON' },
  { name: 'SUPABASE_JWKS', description: 'Public keys that verify tokens, as JSON' },
  { name: 'SUPABASE_FUNCTION_SLUG', description: 'Slug of the function' },
  { name: 'SB_REGION', description: 'Region that the function runs in' },
  { name: 'SB_EXECUTION_ID', description: 'Id of the worker that runs the function' },
  { name: 'DENO_DEPLOYMENT_ID', description: 'Project, function and version in one id' },
  { name: 'COLONNADE_FUNCTION_VERSION', description: 'Version of the function' },
]
