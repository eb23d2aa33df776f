import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'

/** The client stays on the server, so the values need no public prefix. */
export const remix: Guide<ApiParameters> = {
  id: 'remix',
  label: 'Remix',
  docs: 'https://v2.remix.run/docs',
  install: ['npm install @supabase/supabase-js @supabase/ssr'],
  run: 'npm run dev',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('.env', { COLONNADE_URL: url, COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'app/routes/_index.tsx',
      language: 'c-like',
      text: `import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { createClient } from '~/lib/colonnade.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const { colonnade, headers } = createClient(request)
  const { data: todos, error } = await colonnade.from('todos').select('id, name')
  if (error) throw new Response(error.message, { status: 500 })
  return json({ todos }, { headers })
}

export default function Index() {
  const { todos } = useLoaderData<typeof loader>()
  return (
    <ul>
      {todos.map((todo) => (
        <li key={todo.id}>{todo.name}</li>
      ))}
    </ul>
  )
}`,
    },
    {
      name: 'app/lib/colonnade.server.ts',
      language: 'c-like',
      text: `import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'

/** Send the headers with the answer: they carry a session that was renewed. */
export function createClient(request: Request) {
  const headers = new Headers()
  const colonnade = createServerClient(
    process.env.COLONNADE_URL!,
    process.env.COLONNADE_ANON_KEY!,
    {
      cookies: {
        getAll: () =>
          parseCookieHeader(request.headers.get('Cookie') ?? '').map(({ name, value }) => ({ name, value: value ?? '' })),
        setAll(changed) {
          for (const { name, value, options } of changed) {
            headers.append('Set-Cookie', serializeCookieHeader(name, value, options))
          }
        },
      },
    },
  )
  return { colonnade, headers }
}`,
    },
  ]),
}
