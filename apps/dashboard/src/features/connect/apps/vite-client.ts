import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type CodeFile, envFile } from '../guide.ts'

/** What all that is built by Vite begins with: two values that may be public, and a client made from them. */
export const viteFiles = ({ url, anonKey }: ApiParameters): readonly [CodeFile, CodeFile] => [
  envFile('.env.local', { VITE_COLONNADE_URL: url, VITE_COLONNADE_ANON_KEY: anonKey }),
  {
    name: 'src/lib/colonnade.ts',
    language: 'c-like',
    text: `import { createClient } from '@supabase/supabase-js'

export const colonnade = createClient(
  import.meta.env.VITE_COLONNADE_URL,
  import.meta.env.VITE_COLONNADE_ANON_KEY,
)`,
  },
]

export const installClient: readonly string[] = ['npm install @supabase/supabase-js']
