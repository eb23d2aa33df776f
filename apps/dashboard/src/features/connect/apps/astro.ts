import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'
import { installClient } from './vite-client.ts'

export const astro: Guide<ApiParameters> = {
  id: 'astro',
  label: 'Astro',
  docs: 'https://docs.astro.build',
  install: installClient,
  run: 'npm run dev',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('.env', { PUBLIC_COLONNADE_URL: url, PUBLIC_COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'src/lib/colonnade.ts',
      language: 'c-like',
      text: `import { createClient } from '@supabase/supabase-js'

export const colonnade = createClient(
  import.meta.env.PUBLIC_COLONNADE_URL,
  import.meta.env.PUBLIC_COLONNADE_ANON_KEY,
)`,
    },
    {
      name: 'src/pages/index.astro',
      language: 'markup',
      text: `---
import { colonnade } from '../lib/colonnade'

const { data: todos, error } = await colonnade.from('todos').select('id, name')
if (error) throw error
---

<ul>
  {todos.map((todo) => <li>{todo.name}</li>)}
</ul>`,
    },
  ]),
}
