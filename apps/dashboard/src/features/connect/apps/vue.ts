import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import { type Guide, only } from '../guide.ts'
import { installClient, viteFiles } from './vite-client.ts'

export const vue: Guide<ApiParameters> = {
  id: 'vue',
  label: 'Vue.js',
  docs: 'https://vuejs.org/guide/introduction.html',
  install: installClient,
  run: 'npm run dev',
  variants: only<ApiParameters>((parameters) => [
    ...viteFiles(parameters),
    {
      name: 'src/App.vue',
      language: 'markup',
      text: `<script setup lang="ts">
import { onMounted, ref } from 'vue'
import { colonnade } from './lib/colonnade'

const todos = ref<{ id: number; name: string }[]>([])
const problem = ref<string | null>(null)

onMounted(async () => {
  const { data, error } = await colonnade.from('todos').select('id, name')
  if (error) problem.value = error.message
  else todos.value = data
})
</script>

<template>
  <p v-if="problem" role="alert">{{ problem }}</p>
  <ul v-else>
    <li v-for="todo in todos" :key="todo.id">{{ todo.name }}</li>
  </ul>
</template>`,
    },
  ]),
}
