import { installClient, viteFiles } from '../apps/vite-client.ts'
import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'

export const ionicReact: Guide<ApiParameters> = {
  id: 'ionic-react',
  label: 'Ionic React',
  docs: 'https://ionicframework.com/docs/react',
  install: installClient,
  run: 'ionic serve',
  variants: only<ApiParameters>((parameters) => [
    ...viteFiles(parameters),
    {
      name: 'src/App.tsx',
      language: 'c-like',
      text: `import { IonApp, IonContent, IonItem, IonLabel, IonList, IonText, setupIonicReact } from '@ionic/react'
import '@ionic/react/css/core.css'
import { useEffect, useState } from 'react'
import { colonnade } from './lib/colonnade'

setupIonicReact()

type Todo = { id: number; name: string }

export default function App() {
  const [todos, setTodos] = useState<Todo[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    void colonnade
      .from('todos')
      .select('id, name')
      .then(({ data, error }) => {
        if (error) setProblem(error.message)
        else setTodos(data)
      })
  }, [])

  return (
    <IonApp>
      <IonContent>
        {problem ? <IonText color="danger">{problem}</IonText> : null}
        <IonList>
          {todos.map((todo) => (
            <IonItem key={todo.id}>
              <IonLabel>{todo.name}</IonLabel>
            </IonItem>
          ))}
        </IonList>
      </IonContent>
    </IonApp>
  )
}`,
    },
  ]),
}
