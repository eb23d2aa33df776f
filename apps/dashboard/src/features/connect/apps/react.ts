import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'
import { installClient, viteFiles } from './vite-client.ts'

export const react: Guide<ApiParameters> = {
  id: 'react',
  label: 'React',
  docs: 'https://react.dev/learn',
  install: installClient,
  run: 'npm run dev',
  variants: only<ApiParameters>((parameters) => [
    ...viteFiles(parameters),
    {
      name: 'src/App.tsx',
      language: 'c-like',
      text: `import { useEffect, useState } from 'react'
import { colonnade } from './lib/colonnade'

type Todo = { id: number; name: string }

export default function App() {
  const [todos, setTodos] = useState<Todo[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    let isGone = false
    void colonnade
      .from('todos')
      .select('id, name')
      .then(({ data, error }) => {
        if (isGone) return
        if (error) setProblem(error.message)
        else setTodos(data)
      })
    return () => {
      isGone = true
    }
  }, [])

  if (problem) return <p role="alert">{problem}</p>
  return (
    <ul>
      {todos.map((todo) => (
        <li key={todo.id}>{todo.name}</li>
      ))}
    </ul>
  )
}`,
    },
  ]),
}
