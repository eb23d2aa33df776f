import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type CodeFile, envFile, type Guide } from '../guide.ts'

const environment = ({ url, anonKey }: ApiParameters): CodeFile =>
  envFile('.env.local', { NEXT_PUBLIC_COLONNADE_URL: url, NEXT_PUBLIC_COLONNADE_ANON_KEY: anonKey })

const browserClient: CodeFile = {
  name: 'lib/colonnade/client.ts',
  language: 'c-like',
  text: `import { createBrowserClient } from '@supabase/ssr'

/** For components that run in the browser. */
export function createClient() {
  return createBrowserClient(
    process.env.NEXT_PUBLIC_COLONNADE_URL!,
    process.env.NEXT_PUBLIC_COLONNADE_ANON_KEY!,
  )
}`,
}

const appServerClient: CodeFile = {
  name: 'lib/colonnade/server.ts',
  language: 'c-like',
  text: `import { createServerClient } from '@supabase/ssr'
import { cookies } from 'next/headers'

/** For server components, route handlers and actions; knows who is signed in by the request's cookies. */
export async function createClient() {
  const store = await cookies()
  return createServerClient(
    process.env.NEXT_PUBLIC_COLONNADE_URL!,
    process.env.NEXT_PUBLIC_COLONNADE_ANON_KEY!,
    {
      cookies: {
        getAll: () => store.getAll(),
        setAll(changed) {
          try {
            for (const { name, value, options } of changed) store.set(name, value, options)
          } catch {
            // server components can't set cookies; route handlers and actions can
          }
        },
      },
    },
  )
}`,
}

const appPage: CodeFile = {
  name: 'app/page.tsx',
  language: 'c-like',
  text: `import { createClient } from '@/lib/colonnade/server'

export default async function Page() {
  const colonnade = await createClient()
  const { data: todos, error } = await colonnade.from('todos').select('id, name')
  if (error) throw error

  return (
    <ul>
      {todos.map((todo) => (
        <li key={todo.id}>{todo.name}</li>
      ))}
    </ul>
  )
}`,
}

const pagesServerClient: CodeFile = {
  name: 'lib/colonnade/server-props.ts',
  language: 'c-like',
  text: `import { createServerClient, serializeCookieHeader } from '@supabase/ssr'
import type { GetServerSidePropsContext } from 'next'

/** For getServerSideProps; knows who is signed in by the request's cookies. */
export function createClient({ req, res }: GetServerSidePropsContext) {
  return createServerClient(
    process.env.NEXT_PUBLIC_COLONNADE_URL!,
    process.env.NEXT_PUBLIC_COLONNADE_ANON_KEY!,
    {
      cookies: {
        getAll: () => Object.entries(req.cookies).map(([name, value]) => ({ name, value: value ?? '' })),
        setAll(changed) {
          res.setHeader(
            'Set-Cookie',
            changed.map(({ name, value, options }) => serializeCookieHeader(name, value, options)),
          )
        },
      },
    },
  )
}`,
}

const pagesPage: CodeFile = {
  name: 'pages/index.tsx',
  language: 'c-like',
  text: `import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { createClient } from '@/lib/colonnade/server-props'

type Todo = { id: number; name: string }

export const getServerSideProps: GetServerSideProps<{ todos: Todo[] }> = async (context) => {
  const { data: todos, error } = await createClient(context).from('todos').select('id, name')
  if (error) throw error
  return { props: { todos } }
}

export default function Page({ todos }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return (
    <ul>
      {todos.map((todo) => (
        <li key={todo.id}>{todo.name}</li>
      ))}
    </ul>
  )
}`,
}

export const next: Guide<ApiParameters> = {
  id: 'nextjs',
  label: 'Next.js',
  docs: 'https://nextjs.org/docs',
  install: ['npm install @supabase/supabase-js @supabase/ssr'],
  run: 'npm run dev',
  variants: [
    { id: 'app', label: 'App Router', files: (parameters) => [environment(parameters), appPage, appServerClient, browserClient] },
    { id: 'pages', label: 'Pages Router', files: (parameters) => [environment(parameters), pagesPage, pagesServerClient, browserClient] },
  ],
}
