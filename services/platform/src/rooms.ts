import type { PlatformConfig } from './kernel/config/config.ts'
import type { Room } from './kernel/room.ts'
import { apiRoom, type ApiParts } from './modules/api/room.ts'
import { type AuthParts, authRoom } from './modules/auth/room.ts'
import { type BillingParts, billingRoom } from './modules/billing/room.ts'
import { type ConnectionsParts, connectionsRoom } from './modules/connections/room.ts'
import { type CopiesParts, copiesRoom } from './modules/copies/room.ts'
import { type DataParts, dataRoom } from './modules/data/room.ts'
import { type FunctionsParts, functionsRoom } from './modules/functions/room.ts'
import { type InstallationParts, installationRoom } from './modules/installation/room.ts'
import { type OrganizationsParts, organizationsRoom } from './modules/organizations/room.ts'
import { peopleRoom } from './modules/people/room.ts'
import { type ProjectsParts, projectsRoom } from './modules/projects/room.ts'
import { type RealtimeParts, realtimeRoom } from './modules/realtime/room.ts'
import { type StorageParts, storageRoom } from './modules/storage/room.ts'

/** All that modules keep running. */
export type Parts = ApiParts &
  AuthParts &
  BillingParts &
  ConnectionsParts &
  CopiesParts &
  DataParts &
  FunctionsParts &
  InstallationParts &
  OrganizationsParts &
  ProjectsParts &
  RealtimeParts &
  StorageParts

/** Their workers start in this order, so that who needs others comes after them, and close in the opposite one. */
const rooms: readonly Room<Parts>[] = [
  installationRoom,
  peopleRoom,
  organizationsRoom,
  billingRoom,
  connectionsRoom,
  projectsRoom,
  apiRoom,
  authRoom,
  storageRoom,
  realtimeRoom,
  functionsRoom,
  copiesRoom,
  dataRoom,
]

/** The rooms that an installation has. */
export function roomsOf({ leftOut }: Pick<PlatformConfig, 'leftOut'>): readonly Room<Parts>[] {
  return rooms.filter(({ name }) => !leftOut.includes(name))
}
