import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'
import { installClient } from './vite-client.ts'

export const sveltekit: Guide<ApiParameters> = {
  id: 'sveltekit',
  label: 'SvelteKit',
  docs: 'https://svelte.dev/docs/kit',
  install: installClient,
  run: 'npm run dev',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('.env', { PUBLIC_COLONNADE_URL: url, PUBLIC_COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'src/lib/colonnade.ts',
      language: 'c-like',
      text: `import { PUBLIC_COLONNADE_ANON_KEY, PUBLIC_COLONNADE_URL } from '$env/static/public'
import { createClient } from '@supabase/supabase-js'

export const colonnade = createClient(PUBLIC_COLONNADE_URL, PUBLIC_COLONNADE_ANON_KEY)`,
    },
    {
      name: 'src/routes/+page.server.ts',
      language: 'c-like',
      text: `import { colonnade } from '$lib/colonnade'
import { error } from '@sveltejs/kit'

export async function load() {
  const { data: todos, error: problem } = await colonnade.from('todos').select('id, name')
  if (problem) error(500, problem.message)
  return { todos }
}`,
    },
    {
      name: 'src/routes/+page.svelte',
      language: 'markup',
      text: `<script lang="ts">
  let { data } = $props()
</script>

<ul>
  {#each data.todos as todo (todo.id)}
    <li>{todo.name}</li>
  {/each}
</ul>`,
    },
  ]),
}
