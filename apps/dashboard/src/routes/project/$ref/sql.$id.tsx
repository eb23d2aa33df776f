import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/project/$ref/sql/$id')({})
