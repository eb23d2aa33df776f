import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'

export const expo: Guide<ApiParameters> = {
  id: 'expo',
  label: 'Expo React Native',
  docs: 'https://docs.expo.dev',
  install: ['npx expo install @supabase/supabase-js @react-native-async-storage/async-storage react-native-url-polyfill'],
  run: 'npx expo start',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('.env', { EXPO_PUBLIC_COLONNADE_URL: url, EXPO_PUBLIC_COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'lib/colonnade.ts',
      language: 'c-like',
      text: `import 'react-native-url-polyfill/auto'
import AsyncStorage from '@react-native-async-storage/async-storage'
import { createClient } from '@supabase/supabase-js'

export const colonnade = createClient(
  process.env.EXPO_PUBLIC_COLONNADE_URL!,
  process.env.EXPO_PUBLIC_COLONNADE_ANON_KEY!,
  {
    auth: {
      storage: AsyncStorage,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: false,
    },
  },
)`,
    },
    {
      name: 'App.tsx',
      language: 'c-like',
      text: `import { useEffect, useState } from 'react'
import { FlatList, SafeAreaView, Text } from 'react-native'
import { colonnade } from './lib/colonnade'

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
    <SafeAreaView>
      {problem ? <Text>{problem}</Text> : null}
      <FlatList
        data={todos}
        keyExtractor={(todo) => String(todo.id)}
        renderItem={({ item }) => <Text>{item.name}</Text>}
      />
    </SafeAreaView>
  )
}`,
    },
  ]),
}
