import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'
import { viteFiles } from './vite-client.ts'

export const refine: Guide<ApiParameters> = {
  id: 'refine',
  label: 'refine',
  docs: 'https://refine.dev/docs',
  install: ['npm install @refinedev/core @refinedev/supabase @supabase/supabase-js'],
  run: 'npm run dev',
  variants: only<ApiParameters>((parameters) => [
    ...viteFiles(parameters),
    {
      name: 'src/App.tsx',
      language: 'c-like',
      text: `import { Refine } from '@refinedev/core'
import { dataProvider, liveProvider } from '@refinedev/supabase'
import { colonnade } from './lib/colonnade'
import { TodoList } from './todo-list'

export default function App() {
  return (
    <Refine
      dataProvider={dataProvider(colonnade)}
      liveProvider={liveProvider(colonnade)}
      resources={[{ name: 'todos', list: '/todos' }]}
    >
      <TodoList />
    </Refine>
  )
}`,
    },
    {
      name: 'src/todo-list.tsx',
      language: 'c-like',
      text: `import { useList } from '@refinedev/core'

type Todo = { id: number; name: string }

export function TodoList() {
  const { result, query } = useList<Todo>({ resource: 'todos' })
  if (query.error) return <p role="alert">{query.error.message}</p>
  return (
    <ul>
      {result.data.map((todo) => (
        <li key={todo.id}>{todo.name}</li>
      ))}
    </ul>
  )
}`,
    },
  ]),
}
