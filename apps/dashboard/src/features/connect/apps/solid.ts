import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'
import { installClient, viteFiles } from './vite-client.ts'

export const solid: Guide<ApiParameters> = {
  id: 'solidjs',
  label: 'SolidJS',
  docs: 'https://docs.solidjs.com',
  install: installClient,
  run: 'npm run dev',
  variants: only<ApiParameters>((parameters) => [
    ...viteFiles(parameters),
    {
      name: 'src/App.tsx',
      language: 'c-like',
      text: `import { createResource, For, Show } from 'solid-js'
import { colonnade } from './lib/colonnade'

async function listTodos() {
  const { data, error } = await colonnade.from('todos').select('id, name')
  if (error) throw error
  return data
}

export default function App() {
  const [todos] = createResource(listTodos)
  return (
    <Show when={!todos.error} fallback={<p role="alert">{todos.error.message}</p>}>
      <ul>
        <For each={todos()}>{(todo) => <li>{todo.name}</li>}</For>
      </ul>
    </Show>
  )
}`,
    },
  ]),
}
