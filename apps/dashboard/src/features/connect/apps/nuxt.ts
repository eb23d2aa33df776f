import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { envFile, type Guide, only } from '../guide.ts'
import { installClient } from './vite-client.ts'

export const nuxt: Guide<ApiParameters> = {
  id: 'nuxt',
  label: 'Nuxt',
  docs: 'https://nuxt.com/docs',
  install: installClient,
  run: 'npm run dev',
  variants: only<ApiParameters>(({ url, anonKey }) => [
    envFile('.env', { NUXT_PUBLIC_COLONNADE_URL: url, NUXT_PUBLIC_COLONNADE_ANON_KEY: anonKey }),
    {
      name: 'nuxt.config.ts',
      language: 'c-like',
      text: `export default defineNuxtConfig({
  runtimeConfig: {
    public: {
      // filled from NUXT_PUBLIC_COLONNADE_URL and NUXT_PUBLIC_COLONNADE_ANON_KEY
      colonnadeUrl: '',
      colonnadeAnonKey: '',
    },
  },
})`,
    },
    {
      name: 'composables/useColonnade.ts',
      language: 'c-like',
      text: `import { createClient } from '@supabase/supabase-js'

export function useColonnade() {
  const { colonnadeUrl, colonnadeAnonKey } = useRuntimeConfig().public
  return createClient(colonnadeUrl, colonnadeAnonKey)
}`,
    },
    {
      name: 'app.vue',
      language: 'markup',
      text: `<script setup lang="ts">
const colonnade = useColonnade()
const { data: todos, error } = await useAsyncData('todos', async () => {
  const { data, error } = await colonnade.from('todos').select('id, name')
  if (error) throw error
  return data
})
</script>

<template>
  <p v-if="error" role="alert">{{ error.message }}</p>
  <ul v-else>
    <li v-for="todo in todos" :key="todo.id">{{ todo.name }}</li>
  </ul>
</template>`,
    },
  ]),
}
